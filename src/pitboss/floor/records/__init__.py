"""The floor's own records beside the ledger: tables, audit, proof, prints and backups."""
