"""The working of `survive`: the generating function, multiplied out factor by factor.

Every chance is that of `Survival`; the product is made here step by step and must come to it.
"""

from __future__ import annotations

from collections import Counter

from incan_odds.cards import Hazard
from incan_odds.expedition import Expedition
from incan_odds.game import Game
from incan_odds.next_card import odds_of_next_card
from incan_odds.survival import SurvivalRow, odds_of_survival
from incan_odds.teaching.expression import (
    Expression,
    Letter,
    Minus,
    Name,
    Number,
    choose,
    over,
    plus,
    power,
    times,
)
from incan_odds.teaching.notation import text
from incan_odds.teaching.situation import deck, opening
from incan_odds.teaching.working import (
    Block,
    Cell,
    Conclusion,
    Equation,
    Equations,
    Grid,
    Heading,
    Sentence,
    Working,
    as_chance,
    chance_of,
    equation,
    filled,
    lowest,
    say,
)

_G = Name("G", "G")
_X = Letter("x")

MOST_IN_LETTERS = 3
"""A coefficient beyond this power of x is too long to be read in letters."""

MOST_CLASSES = 2
"""So is one of more classes of hazards than these."""


def survival_working(game: Game, more: int = 3, symbolic: bool = False) -> Working:
    """Return the working of the chance to survive each of `more` further cards.

    With `symbolic`, letters come first. Raises `ValueError` where the game is over, or where fewer
    cards than that are unseen.

    >>> working = survival_working(game_of("5 f 11 sn"), more=2)
    >>> print(chain(working.equations[-2]))
    P(bust on card 1) = 1 - 11/13 = 2/13
    """
    now = game.expedition
    odds, survival = odds_of_next_card(now), odds_of_survival(now)
    if not 1 <= more <= odds.unseen:
        raise ValueError(f"from 1 to {odds.unseen} more cards can come, not {more}")
    columns = multiplied_out(now, more)
    blocks = [
        opening(game),
        *deck(game, odds),
        *_generating_function(now, symbolic),
        *_table(now, columns, more),
        *(_in_letters(now, columns[-1]) if symbolic else ()),
        *_chances(survival.rows[: more + 1], columns[-1], now),
    ]
    last = survival.rows[more]
    safe = filled("safe with a chance of {}.", _chance(last))
    cards = "1 MORE CARD" if more == 1 else f"{more} MORE CARDS"
    return Working("Surviving more cards", (*blocks, Conclusion(cards, safe)))


def harmless(expedition: Expedition) -> int:
    """Return how many unseen cards never hurt: treasures and artifacts, a."""
    return sum(count for card, count in expedition.deck if not isinstance(card, Hazard))


def hidden(expedition: Expedition) -> dict[Hazard, int]:
    """Return the kinds that are not out, with their copies, c each."""
    hazards = expedition.deck.hazards.items()
    return {kind: copies for kind, copies in hazards if not expedition.is_deadly(kind)}


def multiplied_out(expedition: Expedition, most: int) -> list[list[int]]:
    """Return the coefficients of G up to x^most, after each of its factors.

    The first are those of (1 + x)^a; each kind that is not out multiplies by 1 + c*x.

    >>> multiplied_out(game_of("f m r sn").expedition, 2)
    [[1, 15, 105], [1, 18, 150]]
    """
    column = [1]
    for power_of_x in range(1, most + 1):
        many = harmless(expedition)
        column.append(column[-1] * (many - power_of_x + 1) // power_of_x)
    columns = [column]
    for copies in hidden(expedition).values():
        fewer = [0, *columns[-1]]
        columns.append(
            [some + copies * less for some, less in zip(columns[-1], fewer, strict=False)]
        )
    return columns


def _numbers(expedition: Expedition) -> dict[str, int]:
    """Return the numbers for the letters of G: a, and c and m for each class of kinds."""
    classes = sorted(Counter(hidden(expedition).values()).items())
    numbers = {"a": harmless(expedition)}
    for place, (copies, kinds) in enumerate(classes, start=1):
        index = "" if len(classes) == 1 else f"_{place}"
        numbers |= {f"c{index}": copies, f"m{index}": kinds}
    return numbers


def _factor(copies: int) -> Expression:
    return plus(Number(1), _X if copies == 1 else times(Number(copies), _X))


def _power_of(factor: Expression, number: int) -> Expression:
    return factor if number == 1 else power(factor, number)


def _generating_function(expedition: Expedition, symbolic: bool) -> list[Block]:
    """Return why the ways to draw without a bust are the coefficients of G, and G."""
    many, kinds = harmless(expedition), Counter(hidden(expedition).values())
    written: list[Expression] = []
    if symbolic:
        from incan_odds.teaching.symbolic import generating_function, neutral

        formula = neutral(generating_function(len(kinds)))
        written = [formula, formula.put(_numbers(expedition))]
    else:
        powers = [(1, many), *sorted(kinds.items())]
        written = [times(*(_power_of(_factor(copies), number) for copies, number in powers))]
    lines = [equation(_G, *written)]
    why = say(
        "How can cards come without a bust? Let {} count them. Each of the {} treasures and"
        " artifacts comes or does not: a factor {}. Of a kind that is not out, either none or any"
        " one of its {} copies comes: a factor {}. Of the deadly cards none may come. So the number"
        " of ways to draw {} cards is the coefficient of {} in",
        _X,
        Number(many),
        _factor(1),
        Letter("c"),
        plus(Number(1), times(Letter("c"), _X)),
        Letter("k"),
        power(_X, Letter("k")),
    )
    return [Heading("The generating function"), why, Equations(tuple(lines))]


def _table(expedition: Expedition, columns: list[list[int]], more: int) -> list[Block]:
    """Return the product, factor by factor: a column for each."""
    kinds = hidden(expedition)
    many = harmless(expedition)
    head: tuple[Cell, ...] = ("power", power(_factor(1), many))
    head += tuple(f"{kind.name} ({text(_factor(c))})" for kind, c in kinds.items())
    rows = tuple(
        (power(_X, k), *(Number(column[k]) for column in columns)) for k in range(more + 1)
    )
    blocks: list[Block] = [
        Heading("Multiplied out"),
        say(
            "The first factor has the coefficients {}. Each further one, {}, adds to a coefficient"
            " {} times the one above it in the column before.",
            choose(many, Letter("k")),
            plus(Number(1), times(Letter("c"), _X)),
            Letter("c"),
        ),
        Grid(head, rows),
    ]
    return blocks


def _in_letters(expedition: Expedition, column: list[int]) -> list[Block]:
    """Return the first coefficients in letters, with their numbers."""
    numbers = _numbers(expedition)
    classes = len(numbers) // 2
    if classes > MOST_CLASSES:
        return []
    from incan_odds.teaching.symbolic import coefficient

    lines = []
    for k, ways in list(enumerate(column))[1 : MOST_IN_LETTERS + 1]:
        formula = coefficient(k, classes)
        lines.append(equation(_coefficient(k), formula, formula.put(numbers), Number(ways)))
    return [
        say(
            "The same in letters: {} cards that never hurt, and {} kinds of {} copies each.",
            Letter("a"),
            Letter("m"),
            Letter("c"),
        ),
        Equations(tuple(lines)),
    ]


def _coefficient(k: int) -> Name:
    return Name(f"[x^{k}]G", f"[x^{{{k}}}]\\,G")


def _chance(row: SurvivalRow) -> Equation:
    return equation(Number(row.alive), *as_chance(row.alive))


def _chances(rows: tuple[SurvivalRow, ...], column: list[int], now: Expedition) -> list[Block]:
    """Return the coefficient over all draws of k cards, and the chance that the k-th is fatal."""
    unseen = now.deck.size
    safe, fatal = [], []
    for row, ways in zip(rows, column, strict=True):
        k = row.more
        if not k:
            continue
        draws = choose(unseen, k)
        count = draws.value
        assert count is not None
        safe.append(
            equation(
                chance_of(f"{k} safe"),
                over(_coefficient(k), draws),
                over(ways, int(count)),
                lowest(row.alive, ways, int(count)),
                *as_chance(row.alive),
            )
        )
        before = rows[k - 1].alive
        difference = plus(Number(before), Minus(Number(row.alive)))
        fatal.append(equation(chance_of(f"bust on card {k}"), difference, Number(row.fatal)))
    blocks: list[Block] = [
        Heading("The chances"),
        say(
            "All draws of {} of the {} cards are equally likely; there are {} of them:",
            Letter("k"),
            Number(unseen),
            choose(unseen, Letter("k")),
        ),
        Equations(tuple(safe)),
    ]
    if not hidden(now):
        blocks.append(
            Sentence(("Every kind is out: this is the hypergeometric chance of no deadly card.",))
        )
    return [
        *blocks,
        Sentence(("The bust comes exactly with a card where one fewer was safe:",)),
        Equations(tuple(fatal)),
    ]
