"""The five-card games: Caribbean Stud with Cover All, Rabbit Hunter and Solitaire Stud."""
