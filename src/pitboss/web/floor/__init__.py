"""The pages of the floor: sign-in, keypads, displays and the console."""
