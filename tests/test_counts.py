"""Sets of treasures counted by number and total, against every set written out."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incan_odds.editions import D14, D15, SEQ15
from incan_odds.stopping.counts import SubsetCounts, _DenseRows, _SparseRows, subset_counts
from incan_odds.stopping.problem import TooLargeError


def written_out(gains, bound) -> list[tuple[int, int]]:
    """Return for t = 0, 1, ...: how many sets of t are below the bound, and their totals."""
    column = []
    for number in range(len(gains) + 1):
        totals = [sum(chosen) for chosen in combinations(gains, number)]
        below = [total for total in totals if total < bound]
        column.append((len(below), sum(below)))
    return column


def without_empty_end(column) -> list[tuple[int, int]]:
    """Return a column without the numbers of treasures of which no set is below the bound."""
    column = list(column)
    while column and column[-1] == (0, 0):
        column.pop()
    return column


many_gains = st.lists(st.integers(0, 12), max_size=8)
far_apart = st.lists(st.sampled_from([0, 1, 700, 5_000, 5_000, 80_000]), max_size=6)


@given(gains=many_gains | far_apart, bound=st.integers(-2, 100) | st.integers(0, 100_000))
def test_the_counts_are_those_of_all_sets(gains, bound):
    assert without_empty_end(SubsetCounts(gains).below(bound)) == without_empty_end(
        written_out(gains, bound)
    )


@given(gains=many_gains)
def test_the_counts_for_every_bound_in_any_order(gains):
    """A bound that was asked for earlier, higher or lower, changes no later answer."""
    counts = SubsetCounts(gains)
    bounds = [*range(counts.total + 3), *range(counts.total + 2, -2, -1)]
    for bound in bounds:
        assert without_empty_end(counts.below(bound)) == without_empty_end(
            written_out(gains, bound)
        )


@given(
    gains=st.lists(st.integers(0, 12), min_size=1, max_size=7),
    unit=st.sampled_from([1, 2, 5, 100, 999_983]),
    bound=st.integers(0, 80),
    offset=st.integers(-1, 1),
)
def test_counting_in_units_changes_nothing(gains, unit, bound, offset):
    multiplied = [gain * unit for gain in gains]
    bound = bound * unit + offset
    assert without_empty_end(SubsetCounts(multiplied).below(bound)) == without_empty_end(
        written_out(multiplied, bound)
    )


@given(gains=st.lists(st.integers(0, 12), min_size=1, max_size=7), bound=st.integers(1, 90))
def test_dense_and_sparse_rows_count_alike(gains, bound):
    dense = _DenseRows(gains, sum(gains) + 2)
    sparse = _SparseRows(gains)
    bound = min(bound, sum(gains) + 1)
    assert without_empty_end(dense.below(bound)) == without_empty_end(sparse.below(bound))
    assert without_empty_end(dense.below(bound)) == without_empty_end(written_out(gains, bound))


@given(gains=st.lists(st.integers(0, 12), min_size=1, max_size=7), limit=st.integers(1, 40))
def test_dense_rows_below_a_limit_need_no_totals_above_it(gains, limit):
    rows = _DenseRows(gains, limit)
    for bound in range(1, limit + 1):
        assert without_empty_end(rows.below(bound)) == without_empty_end(written_out(gains, bound))


def test_each_representation_is_taken_where_it_is_smaller():
    close, apart = SubsetCounts(D15), SubsetCounts([999, 99_991, 100_003])
    close.below(20)
    apart.below(100_000)
    assert isinstance(close._rows, _DenseRows)
    assert isinstance(apart._rows, _SparseRows)
    assert apart.below(100_000) == ((1, 0), (2, 100_990), (0, 0), (0, 0))


@pytest.mark.parametrize("treasures", [D14, D15, SEQ15], ids=["d14", "d15", "seq15"])
def test_the_published_decks(treasures):
    counts = subset_counts(treasures)
    for bound in (1, 2, 17, 38, 60, sum(treasures), sum(treasures) + 1, 1_000):
        assert without_empty_end(counts.below(bound)) == without_empty_end(
            written_out(treasures, bound)
        )


def test_no_treasure_at_all():
    assert SubsetCounts(()).below(0) == ()
    assert SubsetCounts(()).below(1) == ((1, 0),)
    assert SubsetCounts(()).total == 0


def test_treasures_worth_nothing():
    """Every set of them has a total of 0."""
    assert SubsetCounts((0, 0, 0)).below(0) == ()
    assert SubsetCounts((0, 0, 0)).below(1) == ((1, 0), (3, 0), (3, 0), (1, 0))


def test_a_bound_above_the_total_counts_every_set_whatever_it_takes():
    """C(m, t) sets of t treasures, each treasure in C(m-1, t-1) of them; no row is counted."""
    gains = range(1, 1_001)
    counts = SubsetCounts(gains)
    column = counts.below(counts.total + 1)
    assert column[0] == (1, 0)
    assert column[500] == (comb(1_000, 500), 500_500 * comb(999, 499))
    assert column[1_000] == (1, 500_500)


def test_a_large_deck():
    """150 treasures of 1 and 150 of 3: a set of i and j of them has the total i + 3·j."""
    counts = SubsetCounts([1] * 150 + [3] * 150)
    column = counts.below(10)
    for number, (sets, totals) in enumerate(column):
        ways = [
            (comb(150, number - threes) * comb(150, threes), number + 2 * threes)
            for threes in range(number + 1)
            if number + 2 * threes < 10
        ]
        assert sets == sum(count for count, _ in ways)
        assert totals == sum(count * total for count, total in ways)
    assert column[9] == (comb(150, 9), 9 * comb(150, 9))
    assert len(without_empty_end(column)) == 10


def test_a_large_deck_of_small_treasures():
    """Two hundred different treasures: the pairs and triples below a bound, one by one."""
    gains = range(1, 201)
    column = SubsetCounts(gains).below(300)
    pairs = [a + b for a, b in combinations(gains, 2) if a + b < 300]
    triples = [a + b + c for a, b, c in combinations(gains, 3) if a + b + c < 300]
    assert column[2] == (len(pairs), sum(pairs))
    assert column[3] == (len(triples), sum(triples))


def test_counts_that_take_too_much_are_refused():
    """A thousand treasures of nearly a million gems each: half a billion totals of each number."""
    counts = SubsetCounts(range(999_000, 1_000_000))
    with pytest.raises(TooLargeError, match=r"^[\d,]+ states ") as refused:
        counts.below(500_000_000)
    assert refused.value.states > 10**11
    everything = counts.below(counts.total + 1)
    assert everything[1] == (1_000, sum(range(999_000, 1_000_000)))
