"""What the five approved texts prescribe, row by row, and the page that is made of it."""
