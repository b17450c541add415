"""Arrays by what their elements are, as kernels take them; their shapes stand where they are described."""

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
"""Sums, weights, masks, numbers of sets: whatever may be large."""
Small = NDArray[np.int32]
"""Whole numbers of which there are so many that half the room counts."""
Places = NDArray[np.int16]
"""Places in an order, of hands by strength or of sets of ranks."""
Shorts = NDArray[np.uint16]
"""Strengths of hands, ranks of a suit as bits, counts of the dealer's pairs."""
Bytes = NDArray[np.uint8]
"""Cards, ranks, places of classes."""
Choices = NDArray[np.int8]
"""The place of a choice; -1 where there is none to take."""
Words = NDArray[np.uint64]
"""Keys of hands, cards as bits, random words."""
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Int = int | np.int64
"""A whole number of Python's, or out of an array."""
