"""What a viewer is told about an answer and the tick that it may have set off: `tell`.

In a tick answers are sealed: only their own seat hears of them, and the open table. When the last one has answered,
the sentences are what has changed on the table, whoever did it.
"""

from __future__ import annotations

import numpy as np

from rush_envs.games.rush_out.components import (
    CLASH,
    COIN,
    CURSES,
    DISSIPATIONS,
    DRAGON_WINS,
    FACES,
    HERO_DICE,
    HERO_WORDS,
    KIND_NAMES,
    ORDEAL_KIND,
    ORDEAL_KINDS,
    SPACES,
    SPELL_KIND,
    UNROLLED,
    WIZARD_WORDS,
)
from rush_envs.games.rush_out.state import MARKET, THE_HEROES, THE_WIZARD, TICK, Reason, silenced
from rush_envs.games.rush_out.table.facts import QUESTION_WORDS, asked, count, is_over, name
from rush_envs.games.rush_out.view import ACTIONS, CURSE_NAMES, DISSIPATION_NAMES, TARGET_NAMES, WIZARD_TARGET_NAMES

TEAMS = ("The heroes", "The wizard")
REASONS = {
    Reason.DECK: "the last card of their own deck lies out",
    Reason.DRAGON: "the dragon sits on the ordeal deck",
    Reason.SOULS: "no soul is left",
    Reason.LIVES: "no life is left",
}
PLACES = ("its tile", *(f"ordeal {space + 1}" for space in range(SPACES)), "the ordeal deck")


def tell(before: np.ndarray, after: np.ndarray, seat: int, action: int, viewer: int | None) -> list[str]:
    """The sentences: the answer, what it changed, the end of a round and what comes next."""
    b, a = before[0], after[0]
    words = _answer(b, a, seat, action, viewer)
    if b["phase"] == MARKET:
        return words + ([f"Round {a['round_now'] + 1} begins."] if a["phase"] == TICK else [])
    ended = int(b["round_now"])
    if a["ticks"] == b["ticks"]:
        return words
    if a["round_now"] == ended:
        words += _table(before, after, viewer)
    if a["round_winner"][ended] >= 0:
        words += _round(a, ended)
    if a["truncated"]:
        words.append(f"The match is stopped after {count(int(a['ticks']), 'tick')}: nobody wins.")
    elif a["round_now"] != ended:
        words.append(f"Round {a['round_now'] + 1} begins.")
    elif a["phase"] == MARKET:
        words.append("The market opens.")
    return words


def _answer(b: np.void, a: np.void, seat: int, action: int, viewer: int | None) -> list[str]:
    who = name(seat, viewer)
    if b["phase"] == MARKET:
        team = THE_HEROES if seat else THE_WIZARD
        spent = int(b["coins"][team]) - int(a["coins"][team]) if a["phase"] == MARKET else 0
        left = f": {count(int(a['coins'][team]), 'coin')} left" if spent > 0 else ""
        return [f"{who}: {ACTIONS.describe(action)}{left}."]
    return [f"{who} names: {ACTIONS.describe(action)}."] if viewer is None or viewer == seat else []


def _round(a: np.void, number: int) -> list[str]:
    team, reason = TEAMS[a["round_winner"][number]], Reason(a["round_reason"][number])
    verb, own = ("wins", "his") if team == TEAMS[THE_WIZARD] else ("win", "their")
    words = [f"{team} {verb} round {number + 1}: {REASONS[reason].replace('their', own)}."]
    if a["done"]:
        words.append(f"{team} {verb} the match.")
    return words


def _table(before: np.ndarray, after: np.ndarray, viewer: int | None) -> list[str]:
    """Everything on the table that a tick has changed."""
    b, a = before[0], after[0]
    words: list[str] = []
    for seat in range(a["seats"]):
        words += _dice(before, after, seat, viewer)
    return [*words, *_cards(b, a), *_dragon(b, a), *_burdens(b, a, viewer), *_tokens(b, a, viewer)]


# ------------------------------------------------------------------------------------------------------------------
# Dice


def _dice(before: np.ndarray, after: np.ndarray, seat: int, viewer: int | None) -> list[str]:
    b, a, who = before[0], after[0], name(seat, viewer)
    targets, symbols = (TARGET_NAMES, HERO_WORDS) if seat else (WIZARD_TARGET_NAMES, WIZARD_WORDS)
    words = []
    stayed = a["at"][seat] == b["at"][seat]
    was = b["placed"][seat].astype(int)
    gone = was - (a["placed"][seat] if stayed else 0)
    if b["at"][seat] >= 0 and (gone > 0).any():
        dice = count(int(gone[gone > 0].sum()), "die").replace("dies", "dice")
        words.append(f"{who} gets {dice} back from {targets[b['at'][seat]]}.")
    new = a["placed"][seat].astype(int) - (was if stayed else 0)
    for symbol in np.flatnonzero(new[: len(symbols)] > 0):
        words.append(f"{who} has placed a die on {targets[a['at'][seat]]}, {symbols[symbol]}.")
    held, former = (_held(state, seat, viewer) for state in (after, before))
    if held != former:
        words.append(f"{who} holds {held or 'no dice'}.")
    return words


def _held(state: np.ndarray, seat: int, viewer: int | None) -> str:
    """The dice in hand, by their faces where the viewer sees them."""
    s, words = state[0], []
    unrolled = int(s["hand"][seat, UNROLLED])
    if silenced(state, viewer or 0)[seat, 0]:
        rolled = HERO_DICE - unrolled - int(s["placed"][seat].sum()) - int(s["locked"][seat - 1])
        words = [f"{rolled} rolled"] if rolled else []
    else:
        faces = HERO_WORDS if seat else (*WIZARD_WORDS, "joker")
        words = [faces[face] for face in range(FACES) for _ in range(s["hand"][seat, face])]
    return ", ".join(words + ([f"{unrolled} to roll"] if unrolled else []))


# ------------------------------------------------------------------------------------------------------------------
# Cards


def _cards(b: np.void, a: np.void) -> list[str]:
    words = []
    for space in range(SPACES):
        if a["spell"][space] != b["spell"][space]:
            gone, come = (KIND_NAMES[SPELL_KIND[s["spell"][space]]] for s in (b, a))
            swapped = a["known_spell"] == b["spell"][space]
            what = f"goes back on the deck ({gone})" if swapped else f"is cast: {gone}"
            words.append(f"Spell {space + 1} {what}. Now {come} lies there.")
    won = a["coins"].astype(int) - b["coins"]
    for space in range(SPACES):
        if a["ordeal"][space] != b["ordeal"][space]:
            old, new = (int(ORDEAL_KIND[s["ordeal"][space]]) for s in (b, a))
            what = "is done"
            if old == COIN:
                what = "is won as a coin"
            elif old == CLASH:
                what = "is taken away by the wizard"
            words.append(f"Ordeal {space + 1} ({ORDEAL_KINDS[old]}) {what}. Now a {ORDEAL_KINDS[new]} one lies there.")
    for team in (THE_HEROES, THE_WIZARD):
        if won[team] < 0:
            words.append(f"{TEAMS[team]} spend{'s' * team} two coins: a card of the deck is gone unseen.")
        elif won[team] > 0 and a["phase"] == TICK:
            words.append(
                f"{TEAMS[team]} {'have' if team == THE_HEROES else 'has'} {count(int(a['coins'][team]), 'coin')}."
            )
    if asked(a) != asked(b) and asked(a):
        words.append(f"The wizard {QUESTION_WORDS[asked(a)]}.")
    return words


def _dragon(b: np.void, a: np.void) -> list[str]:
    old, new = int(b["dragon"]), int(a["dragon"])
    if old == new:
        return []
    return [f"The dragon moves {'back ' * (new < old)}to {PLACES[min(new, DRAGON_WINS)]}."]


# ------------------------------------------------------------------------------------------------------------------
# Burdens and tokens


def _burdens(b: np.void, a: np.void, viewer: int | None) -> list[str]:
    words = []
    for card in range(DISSIPATIONS):
        hero = int(a["dissipation"][card])
        if hero != b["dissipation"][card]:
            where = f"lies before {name(hero + 1, viewer)}" if hero >= 0 else "is lifted"
            words.append(f"{DISSIPATION_NAMES[card].capitalize()} {where}.")
    for card in range(CURSES):
        if a["cursed"][card] != b["cursed"][card]:
            words.append(f"{CURSE_NAMES[card].capitalize()} {'lies out' if a['cursed'][card] else 'is lifted'}.")
    for hero in range(a["seats"] - 1):
        who = name(hero + 1, viewer)
        if a["wounded"][hero] != b["wounded"][hero]:
            words.append(f"{who} is {'wounded' if a['wounded'][hero] else 'healed'}.")
        if a["locked"][hero] != b["locked"][hero]:
            words.append(f"A die of {who} is {'locked on' if a['locked'][hero] else 'freed from'} the vortex.")
        if a["owes"][hero] > b["owes"][hero]:
            words.append(f"{who} owes the vortex a die.")
        if a["busy"][hero] > b["busy"][hero]:
            words.append(f"{who} is busy for {count(int(a['busy'][hero]), 'tick')}.")
    return words


def _tokens(b: np.void, a: np.void, viewer: int | None) -> list[str]:
    words = []
    for tokens, who in (("souls", "wizard takes"), ("lives", "heroes take")):
        taken = int(b[tokens]) - int(a[tokens])
        if taken > 0:
            one = {"souls": "soul", "lives": "life"}[tokens]
            number = f"{taken} {one if taken == 1 else tokens}"
            words.append(f"The {who} {number}: {a[tokens]} left.")
    for hero in range(a["seats"] - 1):
        change, who = int(a["experience"][hero]) - int(b["experience"][hero]), name(hero + 1, viewer)
        if change:
            words.append(f"{who} has {count(int(a['experience'][hero]), 'point')} of experience.")
        if a["owners"][hero] and not b["owners"][hero] and not is_over(a):
            words.append(f"{who} chooses who gets a point.")
    return words
