"""Where the truth lies, as far as a simulation can tell: intervals from scipy.stats.

Estimates, variances and counts are exact; the quantiles are floats, to about twelve digits. scipy
is imported where a quantile is needed, and nothing else here needs it.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, sqrt
from typing import Final, NamedTuple

from incan_odds.teaching.simulation import Sums

T: Final = "Student's t"
"""The method for a mean: exact for normal numbers, and for many games of any kind nearly so."""

CLOPPER_PEARSON: Final = "Clopper-Pearson"
"""The method for a chance: it covers the chance at least as often as is promised, always."""


class Interval(NamedTuple):
    """From where to where, and by which method."""

    low: float
    high: float
    method: str

    def covers(self, value: Fraction) -> bool:
        """Return whether the interval covers a value."""
        return self.low <= value <= self.high


def confidence_label(confidence: Fraction) -> str:
    """Return a confidence as a percentage with all its digits.

    >>> confidence_label(Fraction(19, 20)), confidence_label(Fraction(9999, 10000))
    ('95 %', '99.99 %')
    """
    hundredfold = confidence * 100
    whole = hundredfold.denominator == 1
    return f"{hundredfold} %" if whole else f"{float(hundredfold):.12g} %"


def chance_error(successes: int, trials: int) -> float:
    """Return the standard error of an estimated chance: the root of p(1 - p) over the trials.

    >>> chance_error(50, 100)
    0.05
    """
    estimate = Fraction(successes, trials)
    return sqrt(estimate * (1 - estimate) / trials)


def standard_error(sums: Sums) -> float:
    """Return the standard error of a mean: the root of variance over number.

    >>> standard_error(sums_of([0, 2, 4, 6, 8]))
    1.4142135623730951
    """
    return sqrt(sums.variance / sums.number)


def mean_interval(sums: Sums, confidence: Fraction) -> Interval:
    """Return the interval of a mean at a confidence such as 19/20, by Student's t.

    >>> interval = mean_interval(sums_of([0, 2, 4, 6, 8]), Fraction(19, 20))
    >>> round(interval.low, 6), round(interval.high, 6)
    (0.073514, 7.926486)
    """
    # Imported here, so that nothing else waits for it.
    from scipy.stats import t

    mean = float(sums.mean)
    reach = float(t.isf(float((1 - confidence) / 2), sums.number - 1)) * standard_error(sums)
    return Interval(mean - reach, mean + reach, T)


def chance_interval(successes: int, trials: int, confidence: Fraction) -> Interval:
    """Return the interval of a chance at a confidence such as 19/20, by Clopper and Pearson.

    >>> interval = chance_interval(0, 10, Fraction(19, 20))
    >>> interval.low, round(interval.high, 6)
    (0.0, 0.308497)
    """
    from scipy.stats import beta

    # The tails of a binomial distribution are those of beta distributions.
    tail, failures = float((1 - confidence) / 2), trials - successes
    low = float(beta.ppf(tail, successes, failures + 1)) if successes else 0.0
    high = float(beta.isf(tail, successes + 1, failures)) if failures else 1.0
    return Interval(low, high, CLOPPER_PEARSON)


def games_within(reach: Fraction, sums: Sums, confidence: Fraction) -> int:
    """Return about how many games give an interval of a mean that reaches so far to either side.

    >>> games_within(Fraction(1), sums_of([0, 2, 4, 6, 8]), Fraction(19, 20))
    39
    """
    from scipy.stats import norm

    quantile = float(norm.isf(float((1 - confidence) / 2)))
    return ceil(quantile**2 * float(sums.variance) / float(reach) ** 2)
