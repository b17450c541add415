"""The first letter of words that begin a sentence, or stand within one; the others stay as they are."""


def capital(words: str) -> str:
    """Words that begin a sentence.

    >>> capital("ace-king of spades"), capital("")
    ('Ace-king of spades', '')
    """
    return words[:1].upper() + words[1:]


def small(words: str) -> str:
    """Words that stand within a sentence.

    >>> small("Play 4x on the Ante"), small("")
    ('play 4x on the Ante', '')
    """
    return words[:1].lower() + words[1:]
