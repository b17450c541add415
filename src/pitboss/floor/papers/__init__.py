"""Win pages and reports on paper."""
