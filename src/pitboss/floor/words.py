"""Amounts in words, as a win page and a check write them."""

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
