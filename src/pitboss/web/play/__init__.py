"""Play and train in the browser: lobby, tables, coach, drill, dealer training, history. Play chips only."""
