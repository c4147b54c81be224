"""The five rule sheets, sentence by sentence.

Each test quotes a few words of the sentence it stands on from every sheet that has it, and runs
once for each of these sheets: in German, English, French and Portuguese the rules are those of
the edition `bga`, in Italian those of `ludoclub`.
"""

from __future__ import annotations

import unicodedata

import pytest

from incan_odds.cards import Artifact, Hazard
from incan_odds.deck import deck_of, first_deck
from incan_odds.edition_files import find_edition
from incan_odds.game import begin
from incan_odds.next_card import odds_of_next_card
from incan_odds.players import Players, PlayersError, read_players
from incan_odds.record import ImpossibleToken, read_hazards

EDITION_OF = {"de": "bga", "en": "bga", "fr": "bga", "pt": "bga", "it": "ludoclub"}


def says(**sentences: str) -> pytest.MarkDecorator:
    """Run a test once for each sheet, with its edition; the words are there to be found."""
    return pytest.mark.parametrize(
        "edition", [pytest.param(EDITION_OF[sheet], id=sheet) for sheet in sentences]
    )


# The cards


@says(
    de="14 Schatz-Karten (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15 Edelsteine)",
    en="14 Treasure cards (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15 gems)",
    fr="14 cartes trésor (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15 gemmes)",
    pt="14 cartas de Tesouro (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14 e 15 joias)",
)
def test_fourteen_treasures(edition):
    treasures = first_deck(find_edition(edition)).treasures
    assert treasures == (1, 2, 3, 4, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15)


@says(it="15 carte tesoro (numerate da 1 a 15)")
def test_fifteen_treasures_numbered_1_to_15(edition):
    treasures = first_deck(find_edition(edition)).treasures
    assert treasures == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)


@says(
    de="15 Gefahrenkarten (je 3 von Feuer, Mumie, Felsen, Schlangen und Spinnen)",
    en="15 Hazard cards (3 each of fire, mummy, rocks, snakes, and spiders)",
    fr="feu, éboulement, momie, serpent et araignée",
    pt="15 cartas de Perigo (3 de cada: fogo, múmia, rochas, cobras e aranhas)",
    it="15 carte pericolo (ci sono 3 copie per ognuno dei 5 diversi pericoli",
)
def test_fifteen_hazards_three_of_each_kind(edition):
    hazards = first_deck(find_edition(edition)).hazards
    names = {hazard.name: copies for hazard, copies in hazards.items()}
    assert names == {"fire": 3, "mummy": 3, "rocks": 3, "snakes": 3, "spiders": 3}


@says(
    de="5 Artefakt-Karten",
    en="5 Artifact cards",
    fr="5 cartes relique (artéfact)",
    pt="5 cartas de Artefatos",
    it="Ad ognuna di esse corrisponde una carta artefatto",
)
def test_five_artifacts(edition):
    assert find_edition(edition).artifacts == (Artifact(),) * 5


@says(fr="Le jeu est composé de 34 cartes")
def test_34_cards_in_the_box(edition):
    box = find_edition(edition)
    hazards = sum(kind.copies for kind in box.hazards)
    assert len(box.treasures) + hazards + len(box.artifacts) == 34


@says(
    de="aber keine der Artefaktkarten befindet darin",
    en="none of the Artifacts are in the deck",
    fr="les cartes reliques (artéfacts) sont mises de côté",
    pt="nenhum dos Artefatos está no baralho",
)
def test_no_artifact_is_in_the_deck_before_the_first_expedition(edition):
    box = find_edition(edition)
    assert box.entered_before(1) == ()
    treasures_and_hazards = deck_of(
        box.treasures, ((kind.card, kind.copies) for kind in box.hazards), ()
    )
    assert treasures_and_hazards.size == 29
    assert first_deck(box).without(Artifact()) == treasures_and_hazards


@says(it="insieme alle 30 carte del mazzo di ricerca")
def test_thirty_cards_besides_the_artifact(edition):
    assert first_deck(find_edition(edition)).without(Artifact()).size == 30


NAMES = {
    "de": ("Feuer", "Mumie", "Felsen", "Schlangen", "Spinnen"),
    "en": ("fire", "mummy", "rocks", "snakes", "spiders"),
    "fr": ("feu", "momie", "éboulement", "serpent", "araignée"),
    "it": ("fuoco", "mummia", "rocce", "serpenti", "ragni"),
    "pt": ("fogo", "múmia", "rochas", "cobras", "aranhas"),
}
SINGULAR = {
    "de": ("Feuer", "Mumie", "Fels", "Schlange", "Spinne"),
    "en": ("fire", "mummy", "rock", "snake", "spider"),
    "fr": ("feu", "momie", "éboulement", "serpent", "araignée"),
    "it": ("fuoco", "mummia", "roccia", "serpente", "ragno"),
    "pt": ("fogo", "múmia", "rocha", "cobra", "aranha"),
}
PLURAL = {
    "de": ("Feuer", "Mumien", "Felsen", "Schlangen", "Spinnen"),
    "en": ("fires", "mummies", "rocks", "snakes", "spiders"),
    "fr": ("feux", "momies", "éboulements", "serpents", "araignées"),
    "it": ("fuochi", "mummie", "rocce", "serpenti", "ragni"),
    "pt": ("fogos", "múmias", "rochas", "cobras", "aranhas"),
}
ARTIFACTS = {
    "de": ("Artefakt", "Artefakte"),
    "en": ("Artifact", "Artifacts", "artefact", "artefacts"),
    "fr": ("relique", "reliques", "artéfact", "artéfacts", "artefact", "artefacts"),
    "it": ("artefatto", "artefatti"),
    "pt": ("Artefato", "Artefatos"),
}


def without_accents(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


@pytest.mark.parametrize("spelt", [str, str.upper, str.lower, without_accents])
@pytest.mark.parametrize("names", [NAMES, SINGULAR, PLURAL], ids=["sheet", "singular", "plural"])
@pytest.mark.parametrize("sheet", EDITION_OF)
def test_the_hazards_go_by_their_names_in_each_language(table, sheet, names, spelt):
    """The Italian sheet names no hazard; its names are translations."""
    words = [spelt(word) for word in names[sheet]]
    now = table(" ".join(words), edition=EDITION_OF[sheet]).expedition
    kinds = ["fire", "mummy", "rocks", "snakes", "spiders"]
    assert [hazard.name for hazard in now.hazards] == kinds
    for word, kind in zip(words, kinds, strict=True):
        assert [h.name for h in read_hazards(find_edition(EDITION_OF[sheet]), word)] == [kind]


@pytest.mark.parametrize(
    ("sheet", "word"), [(sheet, word) for sheet, words in ARTIFACTS.items() for word in words]
)
def test_an_artifact_goes_by_its_names_in_each_language(table, sheet, word):
    for spelt in (word, word.upper(), without_accents(word)):
        now = table(spelt, edition=EDITION_OF[sheet]).expedition
        assert now.artifacts == (Artifact(),)


# The expeditions


@says(
    de="Das Spiel ist in fünf Expeditionen unterteilt",
    en="The game is divided into five expeditions",
    fr="Le jeu comporte 5 manches (expéditions)",
    pt="O jogo é dividido em cinco expedições",
    it="La partita termina dopo 5 round di gioco",
)
def test_five_expeditions(table, edition):
    assert not table("1 x " * 4, edition=edition).over
    assert table("1 x " * 5, edition=edition).over
    with pytest.raises(ImpossibleToken):
        table("1 x " * 5 + "1", edition=edition)


@says(
    de="Alle Expeditionen werden auf die gleiche Weise gespielt",
    en="All expeditions are played in the same fashion",
    pt="Todas as expedições são jogadas da mesma forma",
)
def test_all_expeditions_are_alike(table, edition):
    first = table(players=4, edition=edition).expedition
    for played in range(1, 5):
        later = table("a 5 f x4 " * played, 4, edition).expedition
        assert (later.deck, later.inside) == (first.deck, 4)
        assert (later.bag, later.path, later.hazards, later.artifacts) == (0, 0, (), ())


@says(
    de="wird eine Artefaktkarte in den Stapel gelegt",
    en="one Artifact card is added into the deck",
    fr="A chaque début d'expédition une carte relique (artéfact) est ajoutée au paquet",
    pt="uma carta Artefato é adicionada ao baralho",
    it="all'inizio del round viene mescolata",
)
def test_each_expedition_adds_one_artifact(table, edition):
    for played in range(5):
        assert len(table("a x " * played, edition=edition).expedition.deck.artifacts) == 1


@says(it="Viene mescolato il primo artefatto al mazzo di ricerca")
def test_the_first_deck_has_one_artifact(edition):
    assert first_deck(find_edition(edition)).count(Artifact()) == 1


@says(
    de="dann wird der Stapel neu gemischt",
    en="then the deck is shuffled",
    pt="que é então embaralhado",
)
def test_the_cards_turned_over_are_shuffled_in_again(table, edition):
    first = table(edition=edition).expedition.deck
    assert table("5 f 11 a m x", edition=edition).expedition.deck == first


@says(
    de="Alle Spieler starten in die Expedition",
    en="All players will start going into the expedition",
    pt="Todos os jogadores começarão partindo na expedição",
)
@pytest.mark.parametrize("players", range(1, 9))
def test_all_players_start_inside(table, edition, players):
    assert table(players=players, edition=edition).expedition.inside == players
    assert table(f"1 x{players}", players, edition).expedition.inside == players


@says(it="Da 3 a 8 giocatori")
def test_three_to_eight_players(edition):
    for players in range(3, 9):
        assert begin(find_edition(edition), read_players(str(players))).players == Players(players)
    with pytest.raises(PlayersError):
        read_players("9")


@says(
    de="In jeder Runde wird eine Karte vom Stapel aufgedeckt",
    en="Each round, a card from the deck is revealed",
    fr="Une carte du paquet est révélée",
    pt="A cada rodada, uma carta do baralho é revelada",
    it="viene girata la prima carta",
)
def test_each_round_turns_one_card_of_the_deck(table, edition):
    before, after = table("3", edition=edition).expedition, table("3 5", edition=edition).expedition
    assert after.deck.size == before.deck.size - 1
    can_come = {outcome.card: outcome.copies for outcome in odds_of_next_card(before).outcomes}
    assert can_come == dict(before.deck.cards)


# What a card does


@says(
    de="Diese werden zu gleichen Teilen an die Spieler verteilt, die sich noch in der Expedition",
    en="Divide them equally to the players still in the expedition",
    fr="les gemmes sont partagés équitablement entre les joueurs",
    pt="divididas igualmente entre os jogadores que ainda permanecem na expedição",
    it="vengono distribuiti punti gemma a tutti i giocatori attivi in parti uguali",
)
def test_a_treasure_is_divided_among_those_still_inside(table, edition):
    assert table("4", 4, edition).expedition.bag == 1
    assert table("4 x 9", 4, edition).expedition.bag == 1 + 3
    assert table("4 x 9 x2 15", 4, edition).expedition.bag == 1 + 3 + 15


@says(
    de="eventuelle Reste werden auf der Karte belassen",
    en="any leftovers are left on the card",
    fr="Les gemmes restantes sont posées sur la carte et attendent la sortie d'un aventurier",
    pt="Quaisquer sobras são deixadas na carta",
    it="il resto rimane sulla carta",
)
def test_what_cannot_be_divided_is_left_on_the_card(table, edition):
    assert table("7", 4, edition).expedition.path == 3
    assert table("7 5", 4, edition).expedition.path == 3 + 1


@says(it="se ci sono 4 giocatori e viene girata la carta tesoro di valore 11")
def test_eleven_gems_for_four_are_2_each_and_3_left(table, edition):
    now = table("11", 4, edition).expedition
    assert (now.bag, now.path) == (2, 3)


@says(it="sono pubbliche a tutti e NON sono punti definitivi")
def test_gems_in_the_bag_are_known_to_all_and_no_points_yet(table, edition):
    game = table("15 6", "ann,bob,cy", edition)
    assert game.expedition.bag == 5 + 2
    assert game.scores() == {"ann": 0, "bob": 0, "cy": 0}


@says(
    de="Wenn es die erste Gefahrenkarte dieser Art während der Expedition ist, passiert nichts",
    en="If it's the first Hazard card of the kind during the expedition, nothing happens",
    fr="la première carte piège de ce type apparue lors de l'expédition, il ne se passe rien",
    pt="Se é o primeiro Perigo do tipo revelado durante a expedição, nada acontece",
    it="ed è il primo pericolo di quel tipo, non succede nulla",
)
def test_the_first_hazard_of_a_kind_does_nothing(table, edition):
    before = table("15 a", 4, edition).expedition
    after = table("15 a f m r sn sp", 4, edition).expedition
    assert (after.inside, after.bag, after.path) == (before.inside, before.bag, before.path)
    assert after.artifacts == before.artifacts


@says(
    de="Wenn es die zweite ist, dann scheitert die Expedition",
    en="If it's the second, then the expedition fails",
    fr="Si c'est la deuxième, l'expédition est ratée",
    pt="Se for o segundo, então a expedição falha",
    it="Se è la seconda carta pericolo di quel tipo, allora il round termina immediatamente",
)
@pytest.mark.parametrize("kind", ["f", "m", "r", "sn", "sp"])
def test_the_second_hazard_of_a_kind_ends_the_expedition(table, edition, kind):
    game = table(f"{kind} 5 {kind}", 4, edition)
    assert game.number == 2
    assert game.fresh
    assert game.ended[0].bust.code == kind


@says(
    de="Eine Artefakt-Karte wird aufgedeckt. Es passiert nichts",
    en="An Artifact card is revealed. Nothing happens",
    pt="Uma carta de Artefato é revelada. Nada acontece",
    it="se si tratta di un artefatto, rimane momentaneamente fra le carte girate",
)
def test_an_artifact_only_lies_there(table, edition):
    before, after = table("11", 4, edition).expedition, table("11 a", 4, edition).expedition
    assert (after.inside, after.bag, after.path) == (before.inside, before.bag, before.path)
    assert after.artifacts == (Artifact(),)
    assert table("11 a", 4, edition).artifacts() == {"me": 0, "others": 0}


# Staying and leaving


@says(
    de="trifft jeder Spieler eine Entscheidung",
    en="each player will make a decision whether to stay in the expedition or retire",
    fr="chaque joueur doit décider s'il reste dans l'expédition ou s'il rentre au campement",
    pt="cada jogador tomará a decisão de permanecer na expedição ou retornar",
    it="da questo momento in poi dopo ogni carta girata i giocatori attivi decidono",
)
@pytest.mark.parametrize("card", ["5", "f", "a"])
def test_everyone_inside_decides_after_each_card(table, edition, card):
    assert not table(players=3, edition=edition).expedition.pending
    with pytest.raises(ImpossibleToken):
        table("x", 3, edition)
    assert table(card, 3, edition).expedition.pending
    assert [table(f"{card} x{n}", 3, edition).expedition.inside for n in (1, 2)] == [2, 1]


@says(
    de="wenn die Expedition noch nicht gescheitert ist (aufgrund von zwei Gefahren",
    en="if the expedition doesn't fail yet (due to two Hazards of the same kind)",
    fr="Si l'expédition n'a pas raté",
    pt="se a expedição ainda não falhar (devido a dois Perigos do mesmo tipo)",
)
def test_nobody_decides_after_a_bust(table, edition):
    assert not table("5 f f", 3, edition).expedition.pending
    with pytest.raises(ImpossibleToken):
        table("5 f f x", 3, edition)


@says(
    de="die Entscheidungen werden gleichzeitig aufgedeckt",
    en="the decisions are revealed simultaneously",
    fr="Les décisions s'effectuent secrètement puis sont révélées simultanément",
    pt="revelando-as simultaneamente quando todos tiverem decidido",
)
def test_all_decide_at_once(table, edition):
    with pytest.raises(ImpossibleToken):
        table("5 x x", 4, edition)
    one_by_one, together = table("7 x 1 x", 4, edition), table("7 x2", 4, edition)
    assert [haul.gems for haul in one_by_one.hauls] == [1 + 3, 1 + 1]
    assert [haul.gems for haul in together.hauls] == [1 + 1, 1 + 1]


@says(
    de="nehmen nicht mehr an der Expedition teil",
    en="People that choose to retire no longer participate in the expedition",
    fr="Les aventuriers étant rentrés au campement ne participent plus à l'expédition",
    pt="Os jogadores que optam por retornar não participam mais da expedição",
)
def test_who_has_left_takes_no_further_part(table, edition):
    game = table("5 x:ann 14", "ann,bob,cy", edition)
    assert game.names_inside == ("bob", "cy")
    assert game.expedition.bag == 1 + 7
    assert game.scores()["ann"] == 1 + 2
    with pytest.raises(ImpossibleToken):
        table("5 x:ann 14 x:ann", "ann,bob,cy", edition)


@says(
    de="Zuerst nehmen sie die übrig gebliebenen Edelsteine",
    en="First, they take the leftover gems (the remainders when Treasure cards are revealed",
    fr="Ils récupèrent les gemmes qui étaient restées sur les cartes",
    pt="Primeiro, eles levam as joias restantes (que ficaram sobre as cartas de Tesouro)",
    it='recupera tutte le gemme "di resto" rimaste sulle carte tesoro girate fino a quel momento',
)
def test_who_leaves_takes_what_is_left_on_all_cards(table, edition):
    game = table("7 11 x", 4, edition)
    assert game.hauls[0].gems == (1 + 2) + (3 + 3)
    assert game.expedition.path == 0


@says(
    de="Sie verteilen sie zu gleichen Teilen unter den Personen, die sich zurückziehen",
    en="They distribute them equally among the people that retire",
    pt="distribuídas igualmente entre aqueles que saem",
    it="eventualmente dividendosele in parti uguali con gli altri giocatori usciti dal round",
)
def test_those_who_leave_together_share_what_is_left_equally(table, edition):
    assert [haul.gems for haul in table("7 11 x2", 4, edition).hauls] == [3 + 3, 3 + 3]
    assert [haul.gems for haul in table("7 11 x3", 4, edition).hauls] == [3 + 2, 3 + 2, 3 + 2]


@says(
    de="übrig gebliebene Edelsteine bleiben auf den Karten liegen",
    en="any leftover gems are still left on the cards",
    pt="as joias que sobraram dessa divisão ainda continuam sobre as cartas",
)
def test_what_the_leavers_cannot_share_stays_on_the_cards(table, edition):
    assert table("9 5 x2", 6, edition).expedition.path == 3 + 5 - 2 * 4
    assert table("9 5 x3", 6, edition).expedition.path == 3 + 5 - 3 * 2


@pytest.mark.parametrize("edition", [EDITION_OF["fr"], EDITION_OF["it"]])
def test_fr_and_it_do_not_say_what_becomes_of_the_remainder_and_it_stays(table, edition):
    assert table("9 5 x3", 6, edition).expedition.path == 3 + 5 - 3 * 2
    assert table("9 5 x3 f x", 6, edition).hauls[-1].gems == 1 + 2


@says(
    de="sind nun sicher und können nicht verloren gehen",
    en="are now safe and cannot be lost",
    fr="elles sont protégées et ne peuvent plus être perdues",
    pt="estão agora seguras no acampamento e não podem ser perdidas",
    it="Chi esce dal round in corso incassa definitivamente le gemme ottenute fino a quel momento",
)
def test_what_was_brought_home_is_safe(table, edition):
    home = {"ann": 5 + 5, "bob": 0, "cy": 0}
    for later in ("", "f f", "f f / m m", "f f / 1 x3 / a r sn sn"):
        assert table(f"15 a x:ann {later}", "ann,bob,cy", edition).scores() == home


@says(
    de="Wenn sich genau eine Person zurückzieht, nimmt sie außerdem alle Artefaktkarten",
    en="if there is exactly one person that retires, they also take all the Artifact cards",
    fr="Si le joueur rentre seul, il peut récupérer les reliques (artefacts) révélés",
    pt="se um, e apenas um, jogador escolheu retornar nessa rodada, ele também leva todas",
    it="può essere ottenuto solamente da un giocatore che lascia il round DA SOLO",
)
def test_only_a_sole_leaver_takes_artifacts(table, edition):
    alone = table("a x:bob", "ann,bob,cy", edition)
    assert alone.artifacts() == {"ann": 0, "bob": 1, "cy": 0}
    assert alone.expedition.artifacts == ()
    together = table("a x:ann+bob", "ann,bob,cy", edition)
    assert together.artifacts() == {"ann": 0, "bob": 0, "cy": 0}
    assert together.expedition.artifacts == (Artifact(),)
    later = table("a x:ann+bob f x:cy", "ann,bob,cy", edition)
    assert later.artifacts() == {"ann": 0, "bob": 0, "cy": 1}


@says(
    de="Sobald sich ein Spieler zurückzieht, werden seine Edelsteine in sein Zelt gebracht",
    en="Once a player retires, their gems are brought into their tent",
    fr="Puis, il met ses gemmes dans son coffre",
    pt="Uma vez que um jogador se retira da expedição, suas joias são guardadas em sua barraca",
)
def test_a_leaver_puts_the_gems_into_the_tent(table, edition):
    assert table("7", "ann,bob", edition).scores() == {"ann": 0, "bob": 0}
    assert table("7 x:bob", "ann,bob", edition).scores() == {"ann": 0, "bob": 3 + 1}
    assert table("7 x:bob 4 x", "ann,bob", edition).scores() == {"ann": 3 + 4, "bob": 3 + 1}


@says(
    de="so dass es am besten ist, sich die Gewinne eines jeden Spielers zu merken",
    en="so it's best to memorize each player's winnings",
    pt="então é melhor tentar memorizar os ganhos de cada jogador",
)
def test_the_tents_are_hidden_and_the_record_remembers_them(table, edition):
    game = table("9 x:ann 4 x:bob+cy / 14 a x:bob f f / 1", "ann,bob,cy", edition)
    assert game.scores() == {"ann": 3, "bob": (3 + 2) + (4 + 2 + 5), "cy": 3 + 2}


@says(
    de="Wenn danach noch Leute an der Expedition teilnehmen, geht es mit der nächsten Runde weiter",
    en="if there are still some people in the expedition, continue with the next round",
    fr="L'expédition continue jusqu'à ce que tous les joueurs soient rentrés",
    pt="se ainda houver algum jogador na expedição, o jogo continua com a próxima rodada",
)
def test_an_expedition_goes_on_until_all_have_left(table, edition):
    assert table("4 x", 3, edition).number == 1
    assert table("4 x 5 x", 3, edition).number == 1
    assert table("4 x 5 x 7 x", 3, edition).number == 2
    assert table("4 x3", 3, edition).number == 2


# A bust


@says(
    de="Die Expedition kann vorzeitig enden",
    en="The expedition can end prematurely if two Hazard cards of the same kind is revealed",
    fr="s'arrête dès que deux cartes piège identiques apparaissent",
    pt="A expedição pode terminar prematuramente se forem reveladas duas cartas de Perigos",
    it="e si passa al round successivo",
)
def test_a_bust_begins_the_next_expedition_with_everyone_inside(table, edition):
    game = table("5 x f m f", 4, edition)
    assert (game.number, game.expedition.inside, game.expedition.bag) == (2, 4, 0)


@says(
    de="erhalten alle, die sich noch in der Expedition befinden, keine Edelsteine",
    en="everyone still in the expedition gets no gems from the expedition",
    fr="Tous les joueurs encore en jeu rentrent au campement sans butin",
    pt="todos ainda na expedição deixam de receber as joias que pegaram até então",
    it="tutti i giocatori attivi perdono tutte le gemme non salvate",
)
def test_a_bust_loses_the_bags_of_all_inside(table, edition):
    game = table("11 x:ann 15 5 f f", "ann,bob,cy", edition)
    assert game.scores() == {"ann": 3 + 2, "bob": 0, "cy": 0}
    assert game.ended[0].lost_gems == 11 + 15 + 5 - 5


@says(
    de="Eine der beiden identischen Gefahrenkarten wird dauerhaft aus dem Stapel entfernt",
    en="One of the two identical Hazard cards is removed from the deck permanently",
    fr="l'une des cartes piège identiques est retirée du paquet de carte",
    pt="Uma das duas cartas de Perigo idênticas é removida do baralho permanentemente",
    it="La carta pericolo che ha innescato la fine del round viene rimossa dal mazzo di ricerca",
)
def test_one_of_the_two_equal_hazards_leaves_the_game_for_good(table, edition):
    for later in range(4):
        hazards = table("f m f " + "1 x " * later, edition=edition).expedition.deck.hazards
        copies = {hazard.name: count for hazard, count in hazards.items()}
        assert copies == {"fire": 2, "mummy": 3, "rocks": 3, "snakes": 3, "spiders": 3}


@says(
    de="wenn zwei Gefahrenkarten der gleichen Art aufgedeckt werden. In diesem Fall",
    en="if two Hazard cards of the same kind is revealed. In this case",
    fr="Si l'expédition s'est arrêtée à cause de deux cartes piège identiques",
    pt="se forem reveladas duas cartas de Perigos do mesmo tipo. Nesse caso",
)
def test_only_in_this_case_does_a_hazard_leave_the_game(table, edition):
    assert sum(table("f m r x", edition=edition).expedition.deck.hazards.values()) == 15


@says(it="La carta pericolo che ha innescato la fine del round viene rimossa dal mazzo di ricerca")
def test_the_hazard_turned_last_is_the_one_removed(table, edition):
    game = table("f sn m sn", edition=edition)
    assert game.gone == (Hazard("snakes", "sn"),)
    assert game.expedition.deck.count(Hazard("snakes", "sn")) == 2


@says(
    de="werden alle nicht beanspruchten Artefakte dauerhaft aus dem Stapel entfernt",
    en="any Artifact not claimed are removed from the deck permanently",
    fr="Les cartes reliques (artefacts) restantes dans le paquet sont retirées",
    pt="qualquer Artefato não reivindicado é removido do baralho permanentemente",
    it="Se invece un artefatto viene rivelato ma nessuno riesce a prenderlo",
)
@pytest.mark.parametrize("end", ["f f", "5 x2"], ids=["bust", "all leave"])
def test_an_artifact_that_was_revealed_and_not_taken_is_removed(table, edition, end):
    game = table(f"a {end}", 2, edition)
    assert game.ended[0].lost_artifacts == (Artifact(),)
    assert len(game.expedition.deck.artifacts) == 1


@says(
    de="werden alle nicht beanspruchten Artefakte dauerhaft aus dem Stapel entfernt",
    en="any Artifact not claimed are removed from the deck permanently",
    fr="Les cartes reliques (artefacts) restantes dans le paquet sont retirées",
    pt="qualquer Artefato não reivindicado é removido do baralho permanentemente",
)
@pytest.mark.parametrize("end", ["f f", "5 x2"], ids=["bust", "all leave"])
def test_an_artifact_that_was_not_revealed_is_removed(table, edition, end):
    for expeditions in range(1, 5):
        game = table(f"{end} " + "1 x2 " * (expeditions - 1), 2, edition)
        assert len(game.expedition.deck.artifacts) == 1


@says(it="se alla fine di un round l'artefatto non viene rivelato, rimane nel mazzo di ricerca")
@pytest.mark.parametrize("end", ["f f", "5 x2"], ids=["bust", "all leave"])
def test_an_artifact_that_was_not_revealed_stays_in_the_deck(table, edition, end):
    assert len(table(end, 2, edition).expedition.deck.artifacts) == 2
    assert len(table(f"{end} / 1 x2 / 1 x2 / 1 x2", 2, edition).expedition.deck.artifacts) == 5


@says(it="nel round successivo possono esserci due artefatti in gioco")
def test_two_artifacts_can_lie_on_the_path_and_a_sole_leaver_takes_both(table, edition):
    game = table("5 x2 / a a", 2, edition)
    assert game.expedition.artifacts == (Artifact(), Artifact())
    assert table("5 x2 / a a x", 2, edition).artifacts() == {"me": 0, "others": 2}


# The end


@says(
    de="Nach fünf Expeditionen erfolgt die Endwertung",
    en="After five expeditions, the final scoring occurs",
    fr="Après 5 expéditions",
    pt="Após cinco expedições, ocorre a pontuação final",
    it="La partita termina dopo 5 round di gioco",
)
def test_the_winner_is_known_after_five_expeditions(table, edition):
    assert table("15 x:ann f x:bob / " + "1 x2 " * 3, "ann,bob", edition).winners() is None
    assert table("15 x:ann f x:bob / " + "1 x2 " * 4, "ann,bob", edition).winners() == ("ann",)


@says(
    de="Jeder erfolgreich zurückgebrachte Edelstein",
    en="Each gem successfully brought back (not lost during the expedition) is worth 1 point",
    fr="chaque gemme dans le coffre vaut 1 point",
    pt="Cada joia trazida de volta com sucesso (não perdida durante a expedição) vale 1 ponto",
)
def test_each_gem_brought_home_is_one_point(table, edition):
    game = table("15 5 x / 13 f f / 11 x / 7 x / 14 m m", edition=edition)
    assert game.scores() == {"me": 15 + 5 + 11 + 7, "others": 0}


@says(
    de="Die ersten drei Artefakte von den Spielern",
    en="The Artifacts are worth 5 points each, and when collecting the last two Artifacts",
    fr="les reliques (artefacts) valent 5 points chacune. Les 2 dernières reliques",
    pt="Os Artefatos valem 5 pontos cada para os três primeiros reivindicados",
    it="I primi tre artefatti ottenuti valgono 5 punti l'uno",
)
def test_the_first_three_artifacts_are_5_points_the_fourth_and_fifth_10(table, edition):
    all_mine = table("a x " * 5, edition=edition)
    assert [haul.artifacts for haul in all_mine.hauls] == [(5,), (5,), (5,), (10,), (10,)]
    assert all_mine.scores()["me"] == 35
    # Whoever brings them home: the count is everybody's.
    mine, yours = "a x:ann f x:bob", "a x:bob f x:ann"
    by_turns = table(f"{mine} / {yours} / {mine} / {yours} / {mine}", "ann,bob", edition)
    assert by_turns.scores() == {"ann": 5 + 5 + 10, "bob": 5 + 10}


@says(
    en="when collecting the last two Artifacts you get 5 extra gems",
    fr="Les 2 dernières reliques (artefacts) valent 5 points supplémentaires",
)
def test_the_last_two_are_the_fourth_and_fifth_brought_home(table, edition):
    """Not the last two cards of the box: three were lost, and the last two come home first."""
    game = table("a f f / a m m / a r r / a x / a x", edition=edition)
    assert [haul.artifacts for haul in game.hauls] == [(5,), (5,)]


@says(
    de="gewinnt der Spieler mit den meisten Punkten",
    en="the player with the most points wins",
    fr="L'aventurier avec le plus de points à la fin de partie gagne",
    pt="o jogador com mais pontos ganha",
    it="vince chi ha ottenuto più punti",
)
def test_most_points_win_even_against_more_artifacts(table, edition):
    game = table("a x:bob 15 x:ann / a x:bob 1 x:ann / 1 x2 / 1 x2 / 1 x2", "ann,bob", edition)
    assert game.scores() == {"ann": 15 + 1, "bob": 5 + 5}
    assert game.artifacts() == {"ann": 0, "bob": 2}
    assert game.winners() == ("ann",)


FIVE_ALL = "a x:ann 5 x:bob / 1 x2 / 1 x2 / 1 x2 / 1 x2"


@says(
    de="als Tie-Breaker gewinnt der Spieler mit den meisten Artefakten",
    en="as tie breaker the player with the most artifacts wins",
    fr="En cas d'égalité le joueur avec le plus de reliques (artéfacts) gagne",
    it="Il numero di artefatti ottenuti è anche il criterio di spareggio",
)
def test_a_tie_goes_to_the_most_artifacts(table, edition):
    game = table(FIVE_ALL, "ann,bob", edition)
    assert game.scores() == {"ann": 5, "bob": 5}
    assert game.winners() == ("ann",)


@pytest.mark.parametrize("edition", ["bga", "ludoclub"])
def test_a_tie_in_artifacts_too_is_shared(table, edition):
    assert table("1 x2 / " * 4 + "1 x2", "ann,bob", edition).winners() == ("ann", "bob")


def test_pt_has_no_tie_break_and_its_house_rule_shares_the_win(table):
    """`O jogador com mais pontos ganha`, and no more; `bga` goes by the other three sheets."""
    silent = {"base": "bga", "tie_break": "shared"}
    assert table(FIVE_ALL, "ann,bob", silent).winners() == ("ann", "bob")
    assert table(FIVE_ALL, "ann,bob", "bga").winners() == ("ann",)
