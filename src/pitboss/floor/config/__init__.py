"""The floor file: what a house writes down of its site, tables, links and equipment."""
