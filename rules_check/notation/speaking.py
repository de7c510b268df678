"""Rules read aloud: a `Program` in plain English, from setup to scoring.

In: a program and the names of its game. Out: `Spoken`, headings with lines, and the same as
Markdown: a draft for a rulebook. Knows no files.
"""

from __future__ import annotations

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
    Variable,
    Where,
    ZoneDeclared,
)
from rules_check.notation.saying import Speaker, article, is_zero, plural, spaced
from rules_check.notation.vocabulary import Vocabulary
from rules_check.notation.walking import is_same


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
        for is_own, who in ((False, "On the table"), (True, "Each player")):
            zones = [zone for zone in self.program.zones.values() if zone.is_own == is_own]
            counters = []
            for counter in self.program.counters.values():
                if counter.is_own == is_own and counter.is_shown:
                    counters.append(counter)
            if not zones and not counters:
                continue
            yield Line(f"{who} {'has' if is_own else 'there are'}:")
            for zone in zones:
                yield Line(sentence(self._zone(zone)), 1)
            for counter in counters:
                yield Line(sentence(self._counter(counter)), 1)

    def _zone(self, zone: ZoneDeclared) -> str:
        kind = spaced(zone.kind)
        what = f"one {kind}" if zone.holds_one else plural(kind)
        if zone.is_full and zone.is_own:
            what = f"their share of the {plural(kind)}"
        elif zone.is_full:
            what = f"all the {plural(kind)}"
        if zone.condition is not None and zone.element is not None:
            what += f" {self.speaker.which(zone.element, zone.condition)}"
        seen = {"all": "face up", "owner": "seen only by their owner", "nobody": "face down"}
        words = f"{spaced(zone.name)}: {what}, {seen[zone.seen]}"
        if zone.keys and zone.key_type == NUMBER:
            words += f", in {len(zone.keys)} piles"
        elif zone.keys and zone.key_type is not None:
            words += f", in a pile for each {spaced(zone.key_type.name)}"
        if zone.refilled_from is not None:
            source = spaced(zone.refilled_from)
            words += f"; when it is empty, shuffle the {source} to make a new {spaced(zone.name)}"
        return words

    def _counter(self, counter: CounterDeclared) -> str:
        name = spaced(counter.name)
        secret = ", known only to its owner" if counter.is_seen_by_owner_only else ""
        if counter.faces:
            dice = "die" if len(counter.keys) == 1 else "dice"
            return f"{name}: {len(counter.keys)} {dice} with {counter.faces} faces{secret}"
        for_each = ""
        if counter.key_type is not None:
            for_each = f" for each {spaced(counter.key_type.name)}"
        again = f"at the start of each {counter.again}" if counter.again else "at first"
        return f"{name}: {self._start(counter)}{for_each} {again}{secret}"

    def _start(self, counter: CounterDeclared) -> str:
        """Write the type of a counter, and its initial value."""
        start = counter.start
        if counter.type == TRUTH and isinstance(start, Constant):
            return "a marker, on" if start.value else "a marker, off"
        if isinstance(start, Constant) and start.value is None:
            return f"{article(self.speaker.noun(counter.type))}, none"
        return self.say(start)

    # ------------------------------------------------------------------------------------ course

    def course(self) -> Iterator[Line]:
        if self.program.steps:
            if self.program.is_by_turns:
                yield Line("Players take turns, clockwise. On your turn:")
            else:
                yield Line("In each round:")
            yield from self.steps(self.program.steps, 1)

    def steps(self, steps: tuple[Step, ...], depth: int) -> Iterator[Line]:
        for step in steps:
            way = _BLOCKS.get(type(step))
            if way is not None:
                yield from way(self, step, depth)
            else:
                yield Line(sentence(self.sentence(step)), depth)

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
        lines = self.program.scores
        if len(lines) == 1:
            yield Line(sentence(f"You score {self.say(lines[0].value)}"))
        elif lines:
            yield Line("You score the sum of:")
            for line in lines:
                yield Line(sentence(f"{line.words}: {self.say(line.value)}"), 1)
        if self.program.wins == "together":
            yield Line("All players win or lose together.")
            if self.program.loses:
                yield Line(
                    f"You lose if the game ends this way: {' or '.join(self.program.loses)}."
                )
        elif lines:
            which = "fewest" if self.program.wins == "least" else "most"
            yield Line(f"The player with the {which} points wins.")
        if self.program.ties:
            most = ", then by ".join(map(self._tie, self.program.ties))
            yield Line(f"Ties are broken by {most}.")

    def _tie(self, tie: Expression) -> str:
        """Say which player is ahead in a tie: "the most coins", "the lower bid"."""
        side = "higher"
        if isinstance(tie, Numeric) and tie.operator == "-" and is_zero(tie.parts[0]):
            side, tie = "lower", tie.parts[1]
        phrase = self.say(tie)
        for start in ("the ", "your "):
            phrase = phrase.removeprefix(start)
        if phrase.startswith(("highest ", "lowest ")):
            return f"the {phrase}"
        return f"the {side} {phrase}"

    # ------------------------------------------------------------------------------------- cards

    def taken(self, step: Move) -> str:
        """Write which cards move."""
        taken = step.taken
        cards, count = taken.cards, taken.count
        kind = self.speaker.noun(cards.type.element)
        if count is None:
            if isinstance(cards, CardsIn):
                zone = self.program.zones[cards.pile.type.name]
                if zone.holds_one:
                    pile = self.say(cards.pile)
                    return pile if pile.endswith(kind) else f"{pile} {kind}"
                return f"all {plural(kind)} in {self.say(cards.pile)}"
            return self.say(cards)
        at_random = " at random" if taken.is_at_random else ""
        if isinstance(cards, CardsIn):
            return f"{self.many(count, kind)}{at_random} from {self.say(cards.pile)}"
        return f"{self.say(count)} of {self.say(cards)}{at_random}"

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
        place = to if to.endswith(spaced(zone.kind)) else f"{to} {spaced(zone.kind)}"
        return f"{teller.taken(step)} becomes {place}"
    where = f"to its own one of {to}" if step.by_own_key else f"to {to}"
    where = f"under {to}" if step.is_at_bottom else where
    return f"move {teller.taken(step)} {where}"


def _deal(teller: _Teller, step: Deal) -> str:
    zone = teller.program.zones[step.zone]
    many = teller.many(step.count, spaced(zone.kind))
    owner = "each player's" if zone.is_own else "each pile of the"
    return f"deal {many} from {teller.say(step.source)} to {owner} {spaced(step.zone)}"


def _refill(teller: _Teller, step: Refill) -> str:
    each = " (each of its piles)" if step.piles.type.is_list else ""
    many, source = teller.say(step.count), teller.say(step.source)
    return f"fill {teller.say(step.piles)}{each} up to {many} from {source}"


def _gather(teller: _Teller, step: Gather) -> str:
    return f"shuffle all {plural(spaced(step.kind))} into {teller.say(step.to)}"


def _swap(teller: _Teller, step: Swap) -> str:
    return f"swap {teller.say(step.first)} with {teller.say(step.second)}"


def _pass(teller: _Teller, step: Pass) -> str:
    return f"each player passes their {spaced(step.zone)} to the player on their {step.side}"


def _set(teller: _Teller, step: SetCounter) -> str:
    counter, value = step.counter, step.value
    name = teller.say(counter)
    if isinstance(value, Numeric) and value.operator in ("+", "-") and len(value.parts) == 2:
        first, amount = value.parts
        if is_same(first, counter):
            many, least = teller.say(amount), ""
            match amount:
                case Numeric(operator="min", parts=(one, other)) if value.operator == "-":
                    if is_same(one, counter) or is_same(other, counter):
                        many = teller.say(other if is_same(one, counter) else one)
                        least = ", but not below 0"
            return (
                f"add {many} to {name}"
                if value.operator == "+"
                else f"take {many} from {name}{least}"
            )
    if isinstance(value, Constant) and value.type == TRUTH:
        return _marked(teller, counter, bool(value.value))
    if value.type == TRUTH:
        return (
            f"{_marked(teller, counter, True)} if {teller.holds(value)}; otherwise, remove that "
            "mark"
        )
    return f"{name} becomes {teller.say(value)}"


def _marked(teller: _Teller, counter: CounterRead, is_so: bool) -> str:
    """Write that a player or the game is marked, or no longer marked."""
    owner = teller.say(counter.owner) if counter.owner is not None else ""
    whom = "yourself" if owner == "you" else owner
    key = f" for {teller.say(counter.key)}" if counter.key is not None else ""
    mark = f"'{spaced(counter.counter)}'{key}"
    if is_so:
        return f"mark {whom} {mark}" if whom else f"mark {mark}"
    return f"remove the mark {mark}{f' from {whom}' if whom else ''}"


def _let(teller: _Teller, step: Let) -> str:
    if step.variable.type == TRUTH:
        return f"note as '{spaced(step.variable.name)}' whether {teller.holds(step.value)}"
    name, value = teller.speaker.variable(step.variable), teller.say(step.value)
    if name.startswith("that "):
        return f"{'work out' if step.variable.type == NUMBER else 'find'} {value}"
    return f"{name} is {value}"


def _first(player: str) -> str:
    return f"{player} {'become' if player == 'you' else 'becomes'} the first player"


def _next_turn(player: str) -> str:
    return "take the next turn, too" if player == "you" else f"{player} takes the next turn"


def _go_out(teller: _Teller, step: GoOut) -> str:
    player = teller.say(step.player)
    return f"{player} {'are' if player == 'you' else 'is'} out"


def _end(teller: _Teller, step: End) -> str:
    named = {
        "game": "the game ends",
        "round": "the round ends",
        "turn": "the turn ends",
        "turns": "the turns end",
        "repeat": "stop repeating this",
    }
    return named[step.what]


_SENTENCES: dict[type, Callable[..., str]] = {
    Move: _move,
    Deal: _deal,
    Refill: _refill,
    Shuffle: lambda teller, step: f"shuffle {teller.say(step.pile)}",
    Gather: _gather,
    Swap: _swap,
    Pass: _pass,
    LookAt: lambda teller, step: f"look at {teller.say(step.pile)}",
    SetCounter: _set,
    SetFirst: lambda teller, step: _first(teller.say(step.player)),
    SetNext: lambda teller, step: _next_turn(teller.say(step.player)),
    Roll: lambda teller, step: f"roll {teller.say(step.dice)}",
    Let: _let,
    GoOut: _go_out,
    AllIn: lambda teller, step: "everyone is in again",
    End: _end,
    DoPower: lambda teller, step: f"do what {teller.say(step.card)} says",
    Call: lambda teller, step: f"{step.function.replace('_', ' ')} (rules.py)",
}


# ---------------------------------------------------------------------------------------- blocks


def _if(teller: _Teller, step: If, depth: int) -> Iterator[Line]:
    if step.then:
        yield from teller.block(f"if {teller.holds(step.condition)}:", step.then, depth)
        if step.otherwise:
            yield from teller.block("otherwise:", step.otherwise, depth)
    elif step.otherwise:
        yield from teller.block(f"if {teller.holds(step.condition, False)}:", step.otherwise, depth)


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
    if variable.type in teller.speaker.lettered and len(variable.name) == 1:
        noun = f"{noun} {variable.name.upper()}"
    return f"{article(noun)}{_among(teller, some)}"


def _among(teller: _Teller, some: Expression) -> str:
    if isinstance(some, Where):
        which = teller.speaker.which(some.variable, some.condition)
        return f"{_among(teller, some.list)} {which}"
    if isinstance(some, Otherwise):
        first, second = _among(teller, some.first), _among(teller, some.second)
        return f"{first}; if there is none, any{second}"
    if isinstance(some, CardsIn):
        return f" from {teller.say(some.pile)}"
    if isinstance(some, Span):
        return f" from {teller.say(some.low)} to {teller.say(some.high)}"
    if isinstance(some, Players):
        return " other than you" if some.which == "others" else ""
    is_all = type(some).__name__ in ("Every", "PileRead")
    return "" if is_all else f" of {teller.say(some)}"


def _each(teller: _Teller, step: Each, depth: int) -> Iterator[Line]:
    match step.who:
        case Players(which="players" | "everyone"):
            head = "Each player"
        case Players(which="others"):
            head = "Each other player"
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
    side = "lowest"
    if isinstance(key, Numeric) and key.operator == "-" and is_zero(key.parts[0]):
        side, key = "highest", key.parts[1]
    phrase = teller.speaker.about(variable, key, teller.say)
    for start in ("their ", "the "):
        phrase = phrase.removeprefix(start)
    return f"{side} {phrase} first"


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
    head = "again and again" if step.until is None else "one or more times"
    if step.times is not None:
        times = teller.say(step.times)
        if times.isdigit():
            head = {"1": "once", "2": "twice"}.get(times, f"{times} times")
        else:
            head = f"as many times as {times}"
    if step.until is not None:
        head = f"{head}, until {teller.holds(step.until)}"
    yield from teller.block(f"{head}:", step.steps, depth)


def _all_the(some: str) -> str:
    """Write a list after "each of": "all the players whose stake is 0"."""
    return f"all the {some.removeprefix('all ')}" if some.startswith("all ") else some


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
