"""How many sets of t treasures have a total below a bound, and what they total together.

The counts A[t, s] are the coefficients of Π (1 + x·y^δ). A whole row of them is kept in one
integer, a fixed number of bits for each s, so that a treasure multiplies the polynomial with a
shift and an addition.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from math import comb, gcd, prod
from typing import Final

from incan_odds.stopping.problem import TooLargeError

Column = tuple[tuple[int, int], ...]
"""For t = 0, 1, ...: how many sets of t treasures are below a bound, and their totals together."""

MOST_MOVED: Final = 2**34
"""The most bytes that are moved to count the sets of one deck: some seconds of work."""

MOST_TOTALS: Final = 2**18
"""The most different totals that are kept one by one."""


class SubsetCounts:
    """The sets of treasures of one deck, counted by their number and their total.

    >>> SubsetCounts((1, 2, 2)).below(4)
    ((1, 0), (3, 5), (2, 6))

    Below 4 there are the empty set, three single treasures (5 together) and the two pairs 1 + 2.
    """

    def __init__(self, gains: Iterable[int]) -> None:
        self.gains = tuple(gains)
        self.total = sum(self.gains)
        # Totals are multiples of the unit, so counting in units makes the rows shorter.
        self._unit = gcd(*self.gains) or 1
        self._columns: dict[int, Column] = {}
        self._rows: _Rows | None = None

    def below(self, bound: int) -> Column:
        """Return the counts of the sets with a total below `bound`, by number of treasures.

        Raises `TooLargeError` where they would take too much memory.
        """
        if bound <= 0:
            return ()
        column = self._columns.get(bound)
        if column is None:
            column = self._columns[bound] = self._column(bound)
        return column

    def prepare(self, bounds: Iterable[int]) -> None:
        """Make ready for these bounds, so that the counts are made once for all of them."""
        inside = [min(bound, self.total - bound + 1) for bound in bounds if bound <= self.total]
        self.below(max(inside, default=0))

    def _column(self, bound: int) -> Column:
        many, total = len(self.gains), self.total
        if 2 * bound <= total + 1:
            units = -(-bound // self._unit)
            if self._rows is None or self._rows.limit < units:
                self._rows = self._make_rows(units)
            return tuple((number, some * self._unit) for number, some in self._rows.below(units))
        # All sets: there are C(m, t), and each treasure is in C(m-1, t-1) of them. Those that are
        # not below the bound are what the small sets leave over.
        numbers = [comb(many, t) for t in range(many + 1)]
        totals = [total * comb(many - 1, t - 1) if t else 0 for t in range(many + 1)]
        for t, (number, some) in enumerate(self.below(total - bound + 1)):
            numbers[many - t] -= number
            totals[many - t] -= total * number - some
        while not numbers[-1]:
            del numbers[-1], totals[-1]
        return tuple(zip(numbers, totals, strict=True))

    def _make_rows(self, units: int) -> _Rows:
        gains = [gain // self._unit for gain in self.gains]
        # Most decks are small: count all of theirs at once, whatever the first bound.
        limit = min(self.total // self._unit + 1, max(units, 256))
        repeated = [gains.count(gain) for gain in set(gains)]
        totals = prod(number + 1 for number in repeated[:64])
        if totals < limit:
            if totals > MOST_TOTALS:
                raise TooLargeError(totals)
            return _SparseRows(gains)
        # Each treasure moves each row once, and a row is so many bytes.
        moved = limit * _bytes_a_count(len(gains), limit) * min(len(gains), limit) * len(gains)
        if moved > MOST_MOVED:
            raise TooLargeError(limit * len(gains))
        return _DenseRows(gains, limit)


@lru_cache(maxsize=256)
def subset_counts(gains: tuple[int, ...]) -> SubsetCounts:
    """Return the counts of a deck's treasures, which many problems of one game share."""
    return SubsetCounts(gains)


def _bytes_a_count(many: int, limit: int) -> int:
    # A double prefix sum over s is at most C(m, m/2)·(limit + 1).
    return (comb(many, many // 2) * (limit + 1)).bit_length() // 8 + 1


class _Rows:
    """Counts by number and total, of totals below `limit`."""

    limit: int

    def below(self, bound: int) -> list[tuple[int, int]]:
        raise NotImplementedError


class _DenseRows(_Rows):
    """A count for every total up to a limit: best where totals lie close together."""

    def __init__(self, gains: list[int], limit: int) -> None:
        self.limit = limit
        self._width = _bytes_a_count(len(gains), limit)
        bits = 8 * self._width
        mask = (1 << bits * limit) - 1
        rows = [1]
        # The largest first: the fewer small ones there are, the fewer rows stay below the limit.
        for gain in sorted(gains, reverse=True):
            above = [row << gain * bits & mask for row in rows]
            rows = [row + more for row, more in zip([*rows, 0], [0, *above], strict=True)]
            if not rows[-1]:
                rows.pop()
        size = self._width * limit
        self._below = [self._prefix(row, bits, mask) for row in rows]
        self._twice = [
            self._prefix(row, bits, mask).to_bytes(size, "little") for row in self._below
        ]
        self._once = [row.to_bytes(size, "little") for row in self._below]

    def _prefix(self, row: int, bits: int, mask: int) -> int:
        """Replace each coefficient by the sum of all up to it, doubling the reach each time."""
        reach = 1
        while reach < self.limit:
            row += row << reach * bits & mask
            reach *= 2
        return row

    def below(self, bound: int) -> list[tuple[int, int]]:
        # Summation by parts: Σ_{s<T} s·A[s] = (T-1)·P[T-1] - Σ_{u<T-1} P[u].
        width = self._width
        last, before = (bound - 1) * width, (bound - 2) * width
        column: list[tuple[int, int]] = []
        for once, twice in zip(self._once, self._twice, strict=True):
            number = int.from_bytes(once[last : last + width], "little")
            if not number and column:
                break
            earlier = int.from_bytes(twice[before : before + width], "little") if bound > 1 else 0
            column.append((number, (bound - 1) * number - earlier))
        return column


class _SparseRows(_Rows):
    """A count for every total that occurs: best where few treasures have large values."""

    def __init__(self, gains: list[int]) -> None:
        self.limit = sum(gains) + 1
        rows: list[dict[int, int]] = [{0: 1}]
        for gain in gains:
            rows.append({})
            for fewer, row in zip(rows[-2::-1], rows[:0:-1], strict=True):
                for total, number in fewer.items():
                    row[total + gain] = row.get(total + gain, 0) + number
        self._totals = [sorted(row) for row in rows]
        self._numbers = [
            list(accumulate((row[total] for total in sorted(row)), initial=0)) for row in rows
        ]
        self._sums = [
            list(accumulate((total * row[total] for total in sorted(row)), initial=0))
            for row in rows
        ]

    def below(self, bound: int) -> list[tuple[int, int]]:
        column: list[tuple[int, int]] = []
        for totals, numbers, sums in zip(self._totals, self._numbers, self._sums, strict=True):
            place = bisect_left(totals, bound)
            column.append((numbers[place], sums[place]))
        return column
