"""The dealer's school: lessons, storms, errors to spot, the difficult table, exams and classes."""
