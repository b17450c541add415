"""The verbs of the command line with what each does, so that `--help` and the start page import nothing."""

VERBS = {
    "games": "The catalogue: 66 approved games, and which are playable.",
    "rules": "A game's bets, options, procedure, paytables and source.",
    "play": "A table in the terminal, for you or for bots.",
    "new": "A game of your own, begun as a copy of another.",
    "check": "Whether a folder describes a game, and what is known of each bet.",
    "par": "The par sheet of a bet: house edge and every outcome, exactly.",
    "ev": "What every decision in a situation is worth.",
    "audit": "Every figure the approval states, beside the computed one.",
    "strategy": "Optimal play as charts, and rules with what they cost.",
    "serve": "Start the web server.",
    "floor": "A floor: write its file, check it against approval and rules; verify its books.",
    "certificate": "Whether a certificate of the dealer's school is true, and what it proves.",
    "signature": "Whether a key signed the data of a par sheet, a meter or an audit.",
    "simulate": "Rounds by the million, beside the exact values.",
    "meter": "The life of a jackpot: growth, awards, the risk of running dry.",
    "warm": "Compile everything ahead of time, so that no first answer waits for it.",
    "bench": "Benchmarks against public libraries.",
    "schema": "What the JSON of a verb holds, as a JSON Schema.",
    "completion": "The script by which your shell completes verbs, games, bets and options.",
}
"""Each verb is `command` in `pitboss.cli.<verb>`."""
