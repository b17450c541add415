"""What paper and pages say in words: amounts as on a check, accounts and moves as managers call them."""

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SCALES = ((1_000_000_000, "billion"), (1_000_000, "million"), (1_000, "thousand"), (100, "hundred"))


def in_words(number: int) -> str:
    """A whole number in words.

    >>> in_words(112_846)
    'one hundred twelve thousand eight hundred forty-six'
    """
    if number < 20:
        return _ONES[number]
    for scale, name in _SCALES:
        if number >= scale:
            head, rest = divmod(number, scale)
            return f"{in_words(head)} {name}" + (f" {in_words(rest)}" if rest else "")
    tens, ones = divmod(number, 10)
    return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")


def cents_in_words(cents: int) -> str:
    """An amount of money in words.

    >>> cents_in_words(184_210)
    'one thousand eight hundred forty-two dollars and 10 cents'
    """
    dollars, rest = divmod(cents, 100)
    return f"{in_words(dollars)} dollar{'' if dollars == 1 else 's'} and {rest:02} cents"


_ACCOUNTS = {
    "WAGERS": "Jackpot wagers taken",
    "HOUSE:HOLD": "The house's share of the wagers",
    "HOUSE:SEED": "Seed money the house has put in",
    "HOUSE:TRAY": "Paid by the house from trays",
    "HOUSE:PRIZE": "Prizes paid by the house",
    "HOUSE:SHORTFALL": "Made up by the house when a meter ran dry",
    "HOUSE:RECEIPTS": "Reserve booked to receipts",
    "PAID": "Awards paid out",
    "PAYABLE": "Awards not yet paid",
    "ENVY": "Envy paid out",
    "RECOVERABLE": "Paid and backed out, to be recovered",
    "ADJUST": "Adjustments by the house",
    "METER": "Meter",
    "RESERVE": "Reserve",
    "OVERFLOW": "Came in above the cap",
}
_MOVES = {
    "RoundStarted": "wagers",
    "RoundEnded": "ends of rounds",
    "RoundVoided": "rounds voided",
    "AwardConfirmed": "awards",
    "AwardPaid": "payments",
    "AwardBackedOut": "back-outs",
    "MeterAdjusted": "adjustments",
    "Configured": "set-up and seed",
}


def account_words(account: str) -> str:
    """What a manager calls an account.

    >>> account_words("METER:mega"), account_words("HOUSE:HOLD"), account_words("PAYABLE:7")
    ('Meter mega', "The house's share of the wagers", 'Awards not yet paid, award 7')
    """
    if account in _ACCOUNTS:
        return _ACCOUNTS[account]
    kind, _, which = account.partition(":")
    return f"{_ACCOUNTS[kind]}, award {which}" if kind == "PAYABLE" else f"{_ACCOUNTS[kind]} {which}"


def move_words(kind: str) -> str:
    """What moved an account, by the kind of its events.

    >>> move_words("RoundStarted")
    'Wagers'
    """
    return _MOVES[kind].capitalize()
