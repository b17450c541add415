"""The HTTP API of the floor: routes by who uses them, and the guard before all of them."""
