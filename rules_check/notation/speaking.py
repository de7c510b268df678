"""Rules read aloud: a `Program` in plain English, from setup to scoring.

In: a program and the names of its game. Out: `Spoken`, headings with lines, and the same as
Markdown: a draft for a rulebook. Knows no files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules_check.notation.program import (
    NUMBER,
    OVER,
    TRUTH,
    AllIn,
    Call,
    CardsIn,
    Choose,
    Clock,
    Comparison,
    Constant,
    CounterDeclared,
    CounterRead,
    Deal,
    DoPower,
    Each,
    End,
    Every,
    Expression,
    For,
    Gather,
    GoOut,
    If,
    Let,
    Listed,
    LookAt,
    Move,
    Numeric,
    Option,
    Otherwise,
    Pass,
    PileRead,
    Players,
    Program,
    Refill,
    Repeat,
    Roll,
    RuleNumber,
    SetCounter,
    SetFirst,
    SetNext,
    Shuffle,
    Slot,
    Span,
    Step,
    Swap,
    Turns,
    Type,
    Variable,
    Where,
    ZoneDeclared,
)
from rules_check.notation.saying import NOT, Speaker, bare, noun_of, plural, ranked_by, spaced
from rules_check.notation.vocabulary import Vocabulary
from rules_check.toolkit.prose import verb_of, with_article

_SEEN = {"all": "face up", "owner": "seen only by their owner", "nobody": "face down"}
_WINS = {
    "most": "The player with the most points wins.",
    "least": "The player with the fewest points wins.",
    "together": "All players win or lose together.",
}
_OF_TWO = {"highest": "higher", "lowest": "lower"}
_OTHER_END = {"highest": "lowest", "lowest": "highest"}
_TIMES = {"1": "once", "2": "twice"}


@dataclass(frozen=True)
class Line:
    """One sentence, and its depth in the list of its section, from 0."""

    text: str
    depth: int = 0


@dataclass(frozen=True)
class Spoken:
    """A part of the rules: its heading, and its sentences."""

    heading: str
    lines: tuple[Line, ...]


def spoken(program: Program, words: Vocabulary) -> tuple[Spoken, ...]:
    """Return the rules in the order of a rulebook; parts without a line are left out."""
    teller = _Teller(program, words)
    course = "A turn" if program.is_by_turns else "A round"
    parts = (
        ("What there is", tuple(teller.declared())),
        ("To begin", tuple(teller.steps(program.beginning, 0))),
        (course, tuple(teller.course())),
        ("What cards say", tuple(teller.powers())),
        ("The end", tuple(teller.endings())),
        ("Score", tuple(teller.scores())),
    )
    return tuple(Spoken(heading, lines) for heading, lines in parts if lines)


def markdown(title: str, parts: tuple[Spoken, ...]) -> str:
    """Return the parts as a Markdown document."""
    lines = [f"# {title}"]
    for part in parts:
        lines += ["", f"## {part.heading}", ""]
        lines += listed(part)
    return "\n".join(lines) + "\n"


def listed(part: Spoken) -> list[str]:
    """Return the lines of a part as a list in Markdown."""
    return [f"{'  ' * line.depth}- {line.text}" for line in part.lines]


def sentence(text: str, end: str = ".") -> str:
    """Return a text as a sentence: with a capital, and with a full stop if it lacks one."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", ":", "!", "?")) else f"{text}{end}"


class _Teller:
    def __init__(self, program: Program, words: Vocabulary) -> None:
        self.program, self.words = program, words
        self.speaker = Speaker(program, words)
        self.say, self.holds = self.speaker.say, self.speaker.holds

    # ------------------------------------------------------------------------------ declarations

    def declared(self) -> Iterator[Line]:
        if self.program.teams:
            yield Line(
                f"The players form {self.program.teams} teams. Going round the table, the seats "
                "belong to each team in turn."
            )
        for is_own, head in ((False, "On the table there are:"), (True, "Each player has:")):
            things = []
            for zone in self.program.zones.values():
                if zone.is_own == is_own:
                    things.append(self._zone(zone))
            for counter in self.program.counters.values():
                if counter.is_own == is_own and counter.is_shown:
                    things.append(self._counter(counter))
            if things:
                yield Line(head)
                yield from (Line(sentence(thing), 1) for thing in things)

    def _zone(self, zone: ZoneDeclared) -> str:
        cards = plural(noun_of(zone.kind))
        what = f"one {noun_of(zone.kind)}" if zone.holds_one else cards
        if zone.is_full:
            what = f"their share of the {cards}" if zone.is_own else f"all the {cards}"
        if zone.only is not None:
            what += f" {self.speaker.which(zone.only.variable, zone.only.condition)}"
        words = f"{spaced(zone.name)}: {what}, {_SEEN[zone.seen]}"
        if zone.key_type == NUMBER:
            words += f", in {len(zone.keys)} piles"
        elif zone.key_type is not None:
            words += f", in a pile for each {noun_of(zone.key_type.name)}"
        if zone.refilled_from is not None:
            source = spaced(zone.refilled_from)
            words += f"; when it is empty, shuffle the {source} to make a new {spaced(zone.name)}"
        return words

    def _counter(self, counter: CounterDeclared) -> str:
        secret = ", known only to its owner" if counter.is_seen_by_owner_only else ""
        if counter.faces:
            dice = "die" if len(counter.keys) == 1 else "dice"
            what = f"{len(counter.keys)} {dice} with {counter.faces} faces"
            return f"{spaced(counter.name)}: {what}{secret}"
        what = self._start(counter)
        if counter.key_type is not None:
            what += f" for each {noun_of(counter.key_type.name)}"
        again = f"at the start of each {counter.again}" if counter.again else "at first"
        return f"{spaced(counter.name)}: {what} {again}{secret}"

    def _start(self, counter: CounterDeclared) -> str:
        """Write the type of a counter, and its initial value."""
        match counter.start:
            case Constant(value=bool(is_on)):
                return "a marker, on" if is_on else "a marker, off"
            case Constant(value=None):
                return f"{with_article(self.speaker.noun(counter.type))}, none"
        return self.say(counter.start)

    # ------------------------------------------------------------------------------------ course

    def course(self) -> Iterator[Line]:
        if not self.program.steps:
            return
        if self.program.is_by_turns:
            yield Line("Players take turns, clockwise. On your turn:")
        else:
            yield Line("In each round:")
        yield from self.steps(self.program.steps, 1)

    def steps(self, steps: tuple[Step, ...], depth: int) -> Iterator[Line]:
        for step in steps:
            yield from _BLOCKS.get(type(step), _plain)(self, step, depth)

    def sentence(self, step: Step) -> str:
        """Return a step as one sentence."""
        way: Callable[[_Teller, Step], str] = _SENTENCES[type(step)]
        return way(self, step)

    def block(self, head: str, steps: tuple[Step, ...], depth: int) -> Iterator[Line]:
        """Yield a line and the steps below it; a single sentence goes on the same line."""
        if len(steps) == 1 and type(steps[0]) in _SENTENCES:
            text = self.sentence(steps[0])
            yield Line(sentence(f"{head} {text}"), depth)
        elif steps:
            yield Line(sentence(head), depth)
            yield from self.steps(steps, depth + 1)
        else:
            yield Line(sentence(f"{head} nothing is done"), depth)

    # ------------------------------------------------------------------------------ other parts

    def powers(self) -> Iterator[Line]:
        seen = set()
        for power in self.program.powers:
            if power.text not in seen:
                seen.add(power.text)
                yield from self.block(f"**{power.text}**:", power.steps, 0)

    def endings(self) -> Iterator[Line]:
        when = "turn" if self.program.is_by_turns else "round"
        for ending in self.program.endings:
            named = f"{sentence(ending.words)[:-1]}: the" if ending.words != OVER else "The"
            after = f"a {when} if {self.holds(ending.condition)}"
            match ending.condition:
                case Comparison(operator="=", left=Clock(what=what), right=last) if what == when:
                    after = f"{when} {self.say(last)}"
            yield Line(f"{named} game ends after {after}.")

    def scores(self) -> Iterator[Line]:
        lines, teams = self.program.scores, self.program.teams
        if len(lines) == 1:
            yield Line(sentence(f"You score {self.say(lines[0].value)}"))
        elif lines:
            yield Line("You score the sum of:")
            for line in lines:
                yield Line(sentence(f"{line.words}: {self.say(line.value)}"), 1)
        if lines or self.program.wins == "together":
            if teams:
                yield Line("The points of a team are those of all its players.")
            yield Line(_WINS[self.program.wins].replace("player", "team" if teams else "player"))
        if self.program.loses:
            yield Line(f"You lose if the game ends this way: {' or '.join(self.program.loses)}.")
        if self.program.ties:
            most = ", then by ".join(map(self._tie, self.program.ties))
            yield Line(f"Ties are broken by {most}.")

    def _tie(self, tie: Expression) -> str:
        """Say which player is ahead in a tie: "the most coins", "the lower bid"."""
        extreme, ranked = ranked_by(tie)
        phrase = bare(self.say(ranked), "the ", "your ")
        if phrase.startswith(("highest ", "lowest ")):
            return f"the {phrase}"
        return f"the {_OF_TWO[extreme]} {phrase}"

    # ------------------------------------------------------------------------------------- cards

    def taken(self, step: Move) -> str:
        """Write which cards move."""
        kind = self.speaker.noun(step.taken.cards.type.element)
        at_random = " at random" if step.taken.is_at_random else ""
        cards, count = step.taken.cards, step.taken.count
        if count is None:
            return self._whole(cards, kind)
        if isinstance(cards, CardsIn):
            return f"{self.many(count, kind)}{at_random} from {self.say(cards.pile)}"
        return f"{self.say(count)} of {self.say(cards)}{at_random}"

    def _whole(self, cards: Expression, kind: str) -> str:
        """Write all cards of a list: "all cards in your hand"."""
        if not isinstance(cards, CardsIn):
            return self.say(cards)
        pile = self.say(cards.pile)
        if self.program.zones[cards.pile.type.name].holds_one:
            return self.speaker.with_noun(pile, kind)
        return f"all {plural(kind)} in {pile}"

    def many(self, count: Expression, kind: str) -> str:
        """Write a number of cards of a kind: "3 cards"."""
        phrase = self.say(count)
        if isinstance(count, RuleNumber) and phrase[0].isdigit() and not phrase.isdigit():
            return f"{phrase} {plural(kind)}"
        if phrase.isdigit():
            return f"{phrase} {kind if phrase == '1' else plural(kind)}"
        return f"as many {plural(kind)} as {phrase}"


# ------------------------------------------------------------------------------------- sentences


def _move(teller: _Teller, step: Move) -> str:
    to = teller.say(step.to)
    zone = teller.program.zones[step.to.type.name]
    if zone.holds_one:
        place = teller.speaker.with_noun(to, noun_of(zone.kind))
        return f"{teller.taken(step)} becomes {place}"
    if step.is_at_bottom:
        return f"move {teller.taken(step)} under {to}"
    own = "its own one of " if step.by_own_key else ""
    return f"move {teller.taken(step)} to {own}{to}"


def _deal(teller: _Teller, step: Deal) -> str:
    zone = teller.program.zones[step.zone]
    many = teller.many(step.count, noun_of(zone.kind))
    owner = "each player's" if zone.is_own else "each pile of the"
    return f"deal {many} from {teller.say(step.source)} to {owner} {spaced(step.zone)}"


def _refill(teller: _Teller, step: Refill) -> str:
    each = " (each of its piles)" if step.piles.type.is_list else ""
    many, source = teller.say(step.count), teller.say(step.source)
    return f"fill {teller.say(step.piles)}{each} up to {many} from {source}"


def _set(teller: _Teller, step: SetCounter) -> str:
    name = teller.say(step.counter)
    match step.value:
        case Numeric(operator="+", parts=(first, amount)) if first == step.counter:
            return f"add {teller.say(amount)} to {name}"
        case Numeric(operator="-", parts=(first, amount)) if first == step.counter:
            return f"take {_taken_from(teller, amount, step.counter, name)}"
        case Constant(type=Type(sort="truth"), value=True):
            return _mark(teller, step.counter)
        case Constant(type=Type(sort="truth")):
            return _unmark(teller, step.counter)
    if step.value.type == TRUTH:
        mark = _mark(teller, step.counter)
        return f"{mark} if {teller.holds(step.value)}; otherwise, remove that mark"
    return f"{name} becomes {teller.say(step.value)}"


def _taken_from(teller: _Teller, amount: Expression, counter: CounterRead, name: str) -> str:
    """Write how much is taken from a counter: "2 from your gold, but not below 0"."""
    match amount:
        case Numeric(operator="min", parts=(limit, least)) if least == counter:
            return f"{teller.say(limit)} from {name}, but not below 0"
        case Numeric(operator="min", parts=(least, limit)) if least == counter:
            return f"{teller.say(limit)} from {name}, but not below 0"
    return f"{teller.say(amount)} from {name}"


def _mark(teller: _Teller, counter: CounterRead) -> str:
    """Write that a player or the game is marked."""
    whom = f"{_whom(teller, counter.owner)} " if counter.owner is not None else ""
    return f"mark {whom}{_name_of_mark(teller, counter)}"


def _unmark(teller: _Teller, counter: CounterRead) -> str:
    """Write that a player or the game is no longer marked."""
    whom = f" from {_whom(teller, counter.owner)}" if counter.owner is not None else ""
    return f"remove the mark {_name_of_mark(teller, counter)}{whom}"


def _whom(teller: _Teller, owner: Expression) -> str:
    player = teller.say(owner)
    return "yourself" if player == "you" else player


def _name_of_mark(teller: _Teller, counter: CounterRead) -> str:
    return f"'{spaced(counter.counter)}'{teller.speaker.for_key(counter.key)}"


def _let(teller: _Teller, step: Let) -> str:
    if step.variable.type == TRUTH:
        return f"note as '{spaced(step.variable.name)}' whether {teller.holds(step.value)}"
    name, value = teller.speaker.variable(step.variable), teller.say(step.value)
    if name == "that number":
        return f"work out {value}"
    if name.startswith("that "):
        return f"find {value}"
    return f"{name} is {value}"


def _first(player: str) -> str:
    return f"{player} {'become' if player == 'you' else 'becomes'} the first player"


def _next_turn(player: str) -> str:
    return "take the next turn, too" if player == "you" else f"{player} takes the next turn"


def _go_out(teller: _Teller, step: GoOut) -> str:
    player = teller.say(step.player)
    return f"{player} {verb_of(player)} out"


_ENDS = {
    "game": "the game ends",
    "round": "the round ends",
    "turn": "the turn ends",
    "turns": "the turns end",
    "repeat": "stop repeating this",
}


_SENTENCES: dict[type, Callable[..., str]] = {
    Move: _move,
    Deal: _deal,
    Refill: _refill,
    Shuffle: lambda teller, step: f"shuffle {teller.say(step.pile)}",
    Gather: lambda teller, step: (
        f"shuffle all {plural(noun_of(step.kind))} into {teller.say(step.to)}"
    ),
    Swap: lambda teller, step: f"swap {teller.say(step.first)} with {teller.say(step.second)}",
    Pass: lambda teller, step: (
        f"each player passes their {spaced(step.zone)} to the player on their {step.side}"
    ),
    LookAt: lambda teller, step: f"look at {teller.say(step.pile)}",
    SetCounter: _set,
    SetFirst: lambda teller, step: _first(teller.say(step.player)),
    SetNext: lambda teller, step: _next_turn(teller.say(step.player)),
    Roll: lambda teller, step: f"roll {teller.say(step.dice)}",
    Let: _let,
    GoOut: _go_out,
    AllIn: lambda teller, step: "everyone is in again",
    End: lambda teller, step: _ENDS[step.what],
    DoPower: lambda teller, step: f"do what {teller.say(step.card)} says",
    Call: lambda teller, step: f"{step.function.replace('_', ' ')} (rules.py)",
}


# ---------------------------------------------------------------------------------------- blocks


def _if(teller: _Teller, step: If, depth: int) -> Iterator[Line]:
    otherwise = f"if {teller.holds(step.condition, NOT)}:"
    if step.then:
        yield from teller.block(f"if {teller.holds(step.condition)}:", step.then, depth)
        otherwise = "otherwise:"
    if step.otherwise:
        yield from teller.block(otherwise, step.otherwise, depth)


def _plain(teller: _Teller, step: Step, depth: int) -> Iterator[Line]:
    yield Line(sentence(teller.sentence(step)), depth)


def _choose(teller: _Teller, step: Choose, depth: int) -> Iterator[Line]:
    if len(step.options) == 1:
        head = _option(teller, step.options[0])
        yield from teller.block(f"choose: {head}", step.options[0].steps, depth)
        return
    yield Line("Choose one:", depth)
    for option in step.options:
        yield from _line_of(teller, option, depth + 1)


def _line_of(teller: _Teller, option: Option, depth: int) -> Iterator[Line]:
    head = _option(teller, option)
    if option.steps:
        yield from teller.block(head, option.steps, depth)
    else:
        yield Line(sentence(head.rstrip(":")), depth)


def _option(teller: _Teller, option: Option) -> str:
    """Write an option, with what can be named in it and when it can be chosen."""
    words = [word.strip() for word in option.words]
    parts = [words[0]]
    for slot, word in zip(option.slots, words[1:], strict=True):
        parts += [_slot(teller, slot), word]
    sentence = " ".join(filter(None, parts))
    sentence = f"**{sentence}**"
    if option.condition is not None:
        sentence = f"{sentence}, if {teller.holds(option.condition)}"
    return f"{sentence}, if nothing else is possible:" if option.is_last_resort else f"{sentence}:"


def _slot(teller: _Teller, slot: Slot) -> str:
    """Write what can be named: "a fish in your hand for which …"."""
    variable, some = slot.variable, slot.list
    noun = teller.speaker.noun(variable.type)
    if teller.speaker.is_lettered(variable):
        noun = f"{noun} {variable.name.upper()}"
    return f"{with_article(noun)}{_among(teller, some)}"


def _among(teller: _Teller, some: Expression) -> str:
    match some:
        case Where(variable=variable, condition=condition):
            which = teller.speaker.which(variable, condition)
            return f"{_among(teller, some.list)} {which}"
        case Otherwise():
            first, second = _among(teller, some.first), _among(teller, some.second)
            return f"{first}; if there is none, any{second}"
        case CardsIn(pile=pile):
            return f" from {teller.say(pile)}"
        case Span(low=low, high=high):
            return f" from {teller.say(low)} to {teller.say(high)}"
        case Players(which="others"):
            return " other than you"
        case Players(which="partners"):
            return " in your team"
        case Players() | Every() | PileRead():
            return ""
    return f" of {teller.say(some)}"


def _each(teller: _Teller, step: Each, depth: int) -> Iterator[Line]:
    match step.who:
        case Players(which="players" | "everyone"):
            head = "Each player"
        case Players(which="others"):
            head = "Each other player"
        case Players(which="partners"):
            head = "Each of your partners"
        case Listed(items=(player,)):
            head = sentence(teller.say(player), "")
        case _:
            head = sentence(f"each of {_all_the(teller.say(step.who))}", "")
    if step.is_together:
        head += ", all at the same time and in secret"
    if step.start is not None:
        head += f", clockwise from {teller.say(step.start)}"
    if step.variable is not None:
        keys = [_ordered(teller, step.variable, key) for key in step.keys]
        head += f", {', then '.join(keys)}"
    yield from teller.block(f"{head}:", step.steps, depth)


def _ordered(teller: _Teller, variable: Variable, key: Expression) -> str:
    """Write who comes first: "lowest price first"."""
    extreme, ranked = ranked_by(key)
    phrase = bare(teller.speaker.about(variable, ranked, teller.say), "their ", "the ")
    return f"{_OTHER_END[extreme]} {phrase} first"


def _turns(teller: _Teller, step: Turns, depth: int) -> Iterator[Line]:
    head = "Take turns"
    if not isinstance(step.who, Players):
        head = f"{head} among {teller.say(step.who)}"
    if step.start is not None:
        head = f"{head}, beginning with {teller.say(step.start)}"
    if step.until is not None:
        head = f"{head}, until {teller.holds(step.until)}"
    yield from teller.block(f"{head}:", step.steps, depth)


def _repeat(teller: _Teller, step: Repeat, depth: int) -> Iterator[Line]:
    head = "again and again"
    if step.times is not None:
        times = teller.say(step.times)
        head = f"{times} times" if times.isdigit() else f"as many times as {times}"
        head = _TIMES.get(times, head)
    elif step.until is not None:
        head = "one or more times"
    if step.until is not None:
        head = f"{head}, until {teller.holds(step.until)}"
    yield from teller.block(f"{head}:", step.steps, depth)


def _all_the(some: str) -> str:
    """Write a list after "each of": "all the players whose stake is 0"."""
    return re.sub("^all ", "all the ", some)


def _for(teller: _Teller, step: For, depth: int) -> Iterator[Line]:
    noun = teller.speaker.variable(step.variable)
    every = teller.say(step.list)
    head = f"for each of {_all_the(every)} ({noun}):"
    if isinstance(step.list, Every):
        head = f"for each {teller.speaker.noun(step.variable.type)} ({noun}):"
    yield from teller.block(head, step.steps, depth)


_BLOCKS: dict[type, Callable[..., Iterator[Line]]] = {
    If: _if,
    Choose: _choose,
    Each: _each,
    Turns: _turns,
    Repeat: _repeat,
    For: _for,
}
