"""What the rules ask of a floor beside play: alarms, notices, deposits, readings, losses, the clock."""
