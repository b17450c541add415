"""The laboratory: par sheets to edit, strategy, the decision calculator, the audit, meter projections."""
