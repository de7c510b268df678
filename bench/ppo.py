"""Does a learner who knows nothing of the expert's rule beat it? PPO through the PettingZoo adapter
against Emporium's experts, two seats.

    pip install torch
    python bench/ppo.py                 an hour of one core
    python bench/ppo.py --minutes 5     roughly
    python bench/ppo.py --clone 0       from nothing, instead of from a copy of the expert's choices

The learner sees what its seat may see and nothing else, and takes turns in both seats. It begins
with a net that imitates the expert, for some of the minutes, and goes on by proximal policy
optimisation (Schulman et al., 2017) against the experts as shipped, who draw their styles as they
do in a check. What it gains in gold over the other counts on the way, and less and less; who wins
counts at the end. Prints how often it won while it trained, then fresh games, by chance of its odds
and by its likeliest moves. torch is used by this file alone.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

TABLES, STEPS = 64, 128
"""Games at once, and decisions of the learner in each before it learns from them."""
WIDTH, RATE, LEARNING, EPOCHS, BATCH = 256, 3e-4, 1e-3, 3, 1024
CLIP, DISCOUNT, TRACE, ENTROPY = 0.2, 0.998, 0.95, 0.006
GOLD = 1 / 25
"""What a gold more than the other has counts, against a game won; from the middle of the time on
half, in the last fifth nothing.
"""
FRESH = 2000
EVERY = 300.0
"""Seconds between two lines of the curve."""


class Sight:
    """Turns what an agent observes into numbers that a net can read, and knows what each action is
    about.
    """

    def __init__(self, table: Any) -> None:
        from rules_check.games.emporium import game as do
        from rules_check.rules import parts_of

        self.cards, self.at = table.cards, table.slices
        cards = self.cards
        self.items, self.sorts = int(cards.items), len(table.space)
        tier, slot, guild = (
            np.asarray(row[: self.items])
            for row in (cards.item_tier, cards.item_slot, cards.item_guild)
        )
        self.strength = np.append(np.asarray(cards.item_strength[: self.items], np.float32), 0)
        self.kinds = np.zeros((self.items + 1, 9 + 3), np.float32)  # the last is none
        self.kinds[np.arange(self.items), 3 * tier + slot] = 1
        self.kinds[np.arange(self.items), 9 + guild] = 1
        self.item_slot, self.item_guild = np.append(slot, -2), np.append(guild, -2)
        self.tiers = np.zeros((self.items, 3), np.float32)
        self.tiers[np.arange(self.items), tier] = 1
        self.hero_slots = np.vstack([cards.hero_slots[: cards.heroes], np.full((1, 4), -1)])
        self.hero_guild = np.append(cards.hero_guild[: cards.heroes], -1)
        self.hero_numbers = np.append(cards.hero_strength[: cards.heroes], 0).astype(np.float32)
        self.hero_level = np.append(cards.hero_level[: cards.heroes], 0)
        self.monsters = np.zeros((cards.monsters + 1, 9), np.float32)
        every = np.arange(cards.monsters)
        self.monsters[every, cards.monster_type[: cards.monsters]] = 1
        self.monsters[every, 3] = 1
        self.monsters[every, 3 + np.asarray(cards.monster_level[: cards.monsters])] = 1
        self.monsters[every, 7] = cards.monster_strength[: cards.monsters] / 10
        self.monsters[every, 8] = cards.reward[: cards.monsters] / 10
        self.actions = np.zeros((self.sorts, 20 + 12 + 12 + 4), np.float32)
        for n, move in enumerate(table.space):
            sort, a, b = (int(part) for part in parts_of(move))
            row = self.actions[n]
            row[sort] = 1
            if sort in (do.SELL, do.ADD, do.SWAP, do.UPGRADE, do.THROW):
                row[20:32] = self.kinds[a]
                row[44] = self.strength[a] / 6
            price = b if sort == do.SELL else a if sort == do.BID else -1
            if price >= 0:
                row[32 + min(11, price)] = 1
                row[45] = price / 8
            if sort == do.ATTACK:
                row[46] = a

    def __call__(self, seen: Any, seats: Any) -> Any:
        """Read a row for each observation; those of others' unseen cards and choices, which show
        anything, are left out.
        """
        rows, at, size = np.arange(len(seats)), self.at, len(seats)

        def field(name: str, *shape: int) -> Any:
            return seen[:, at[name]].reshape(size, *(shape or (-1,)))

        def ours(name: str) -> tuple[Any, Any]:
            both = field(name)
            return both[rows, seats], both[rows, 1 - seats]

        def one_hot(numbers: Any, most: int) -> Any:
            return np.eye(most + 1, dtype=np.float32)[np.clip(numbers, 0, most)]

        phase = field("phase")[:, 0]
        out: list[Any] = [one_hot(phase, 11)]
        gold, other_gold = (number.astype(np.float32) for number in ours("gold"))
        hands = field("hand", 6, 241)
        hand_sizes = hands[:, :, -1]
        size_own, size_other = hand_sizes[rows, seats], hand_sizes[rows, 1 - seats]
        decks = field("deck", 2, 65)[:, :, -1].astype(np.float32)
        choice, other_choice = ours("choice")
        item, _ = ours("choice_item")
        price, other_price = ours("choice_price")
        done, other_done = ours("resolved")
        is_open = (phase != 1).astype(np.float32)
        plain = [
            field("rounds")[:, 0] / 20,
            field("still_rounds")[:, 0] * 1.0,
            field("progress")[:, 0] * 1.0,
            (field("first")[:, 0] == seats) * 1.0,
            gold / 20,
            other_gold / 20,
            (gold - other_gold) / 10,
            np.minimum(gold, 8) / 8,
            np.minimum(other_gold, 8) / 8,
            size_own / 4,
            size_other / 4,
            decks[:, 0] / 15,
            decks[:, 1] / 15,
            decks.min(axis=1) / 5,
            field("upgrades")[:, 0] * 1.0,
            field("upgrade_tier")[:, 0] * 1.0,
            price / 8,
            is_open * other_price / 8,
            done * 1.0,
            is_open * other_done,
        ]
        out.append(np.stack([np.asarray(one, np.float32) for one in plain], axis=1))
        out += [
            one_hot(np.minimum(gold, 8).astype(int), 8),
            one_hot(np.minimum(other_gold, 8).astype(int), 8),
        ]
        out += [one_hot(choice, 3), one_hot(other_choice * (phase != 1), 3)]
        out += [
            field("draw", 8, 241)[:, :3, -1] / 20.0,
            field("discard", 8, 241)[:, :3, -1] / 20.0,
            field("pending")[:, :3] * 1.0,
        ]
        out.append(self.kinds[item])
        # heroes: at two seats there is one
        hero = field("heroes")[:, 0]
        worn = field("worn", 3, 4)[:, 0]
        slots = self.hero_slots[hero]
        total = self.hero_numbers[hero] + self.strength[worn].sum(axis=1)
        open_of = np.stack(
            [((slots == slot) & (worn < 0)).sum(axis=1) for slot in range(3)], axis=1
        ).astype(np.float32)
        out += [
            one_hot(self.hero_guild[hero] + 1, 3),
            one_hot(self.hero_level[hero], 3),
            open_of,
            one_hot(open_of.sum(axis=1).astype(int), 4),
        ]
        out += [
            self.strength[worn] / 6,
            np.stack([total / 20, self.hero_numbers[hero] / 8], axis=1),
        ]
        # the own hand: how many of each, whether it fits, whether it matches
        counts = np.zeros((size, self.items), np.float32)
        other_tiers = np.zeros((size, 3), np.float32)
        for n in range(int(hand_sizes.max())):
            there = hand_sizes[rows, seats] > n
            np.add.at(counts, (rows[there], hands[rows[there], seats[there], n]), 1)
            there = hand_sizes[rows, 1 - seats] > n
            np.add.at(other_tiers, rows[there], self.tiers[hands[rows[there], 1 - seats[there], n]])
        fits = open_of[:, self.item_slot[:-1]] > 0
        matches = self.hero_guild[hero][:, None] == self.item_guild[None, :-1]
        held = counts > 0
        out += [
            counts,
            (held & fits) * 1.0,
            (held & fits & matches) * 1.0,
            counts @ self.kinds[:-1],
            other_tiers,
        ]
        shown = field("shown", 6, 128)[rows, 1 - seats, : self.items].astype(np.float32)
        out += [shown @ self.kinds[:-1]]
        add = (held * fits * self.strength[:-1]).max(axis=1)
        least = np.full((size, 3), 99.0, np.float32)  # of what is worn, in each sort of slot
        for slot in range(3):
            there = (slots == slot) & (worn >= 0)
            least[:, slot] = np.where(there, self.strength[worn], 99).min(axis=1)
        swap = np.maximum(
            0, (held * (self.strength[:-1] - least[:, self.item_slot[:-1]])).max(axis=1)
        )
        out.append(np.stack([add / 6, swap / 6], axis=1))
        # monsters, and by how much each is out of reach
        for place in range(3):
            monster = field("monsters")[:, place]
            out.append(self.monsters[monster])
            for reach in (total, total + add, total + add + swap):
                margin = np.where(monster >= 0, 10 * self.monsters[monster, 7] - reach, 20)
                out.append(
                    np.stack(
                        [np.clip(margin, -10, 20) / 10, margin <= 0, margin <= 2, margin <= 4],
                        axis=1,
                    )
                )
        # trophies
        owner = field("owner", 2, 64)
        for kind, number in ((0, int(self.cards.heroes)), (1, int(self.cards.monsters))):
            sorts = one_hot(self.cards.trophy[kind, :number], 8)[
                :, : int(self.cards.trophies[kind])
            ]
            own, theirs = (
                (owner[:, kind, :number] == who[:, None]).astype(np.float32) @ sorts
                for who in (seats, 1 - seats)
            )
            out += [own / 3, theirs / 3, np.clip(own - theirs, -2, 2) / 2]
            out.append(own.min(axis=1, keepdims=True))
        return np.concatenate([np.asarray(one, np.float32) for one in out], axis=1)


class Opponent:
    """The experts as shipped, each game in a style of its own, asked straight: `Seat` says the same
    and takes longer.
    """

    def __init__(self, table: Any, seed: int) -> None:
        from rules_check.engine.minds import styles_of
        from rules_check.engine.players import parse_line_up

        self.table, self.cards, self.seed = table, table.cards.copy(), seed
        self.styles = styles_of(table.rules, table.cards, parse_line_up("expert", 2))
        self.moves = np.zeros(table.rules.max_moves, np.int64)

    def action(self, states: Any) -> int:
        from rules_check.engine.minds import draw_shares

        state, rules = states[0], self.table.rules
        drawn = draw_shares(self.seed, [int(state.number)], 2)
        self.cards.weights[:2] = self.styles[drawn[0]]
        count = int(rules.legal_moves(self.cards, state, self.moves))
        return int(
            self.table._action_of[
                int(self.moves[rules.advise(self.cards, state, self.moves, count)])
            ]
        )


class Tables:
    """Games in progress, each with the learner in one seat and an expert in the other, through the
    adapter.
    """

    def __init__(self, size: int, seed: int) -> None:
        from rules_check.adapters.pettingzoo import RawEnv

        first = RawEnv("emporium", 2)
        self.envs, self.seed, self.next = (
            [first, *(RawEnv("emporium", 2) for _ in range(size - 1))],
            seed,
            0,
        )
        for env in self.envs:
            env.table = first.table
        self.table, self.opponent = first.table, Opponent(first.table, seed)
        self.seats, self.leads = np.zeros(size, np.int64), np.zeros(size)
        for n in range(size):
            self.begin(n)

    def begin(self, n: int) -> None:
        """Set up the next game at a table; both seats take turns."""
        env, self.seats[n], self.leads[n] = self.envs[n], self.next % 2, 0.0
        env.reset(seed=self.seed, options={"number": self.next})
        self.next += 1
        self.answer(n)

    def answer(self, n: int) -> None:
        """Let the expert play until the learner is due or the game is over."""
        env = self.envs[n]
        own = f"player_{self.seats[n]}"
        while not env.terminations[own] and env.agent_selection != own:
            env.step(self.opponent.action(env._states))

    def look(self) -> tuple[Any, Any]:
        """Return what the learner sees at each table, and which actions it has."""
        seen = [
            env.observe(f"player_{seat}") for env, seat in zip(self.envs, self.seats, strict=True)
        ]
        return np.stack([one["observation"] for one in seen]), np.stack(
            [one["action_mask"] for one in seen]
        ).astype(bool)

    def step(self, actions: Any) -> tuple[Any, Any, Any]:
        """Take an action at each table. Returns by how much the lead in gold grew, what a game that
        is over brought, which are over.
        """
        gained, won, over = (
            np.zeros(len(self.envs)),
            np.zeros(len(self.envs)),
            np.zeros(len(self.envs), bool),
        )
        for n, (env, action) in enumerate(zip(self.envs, actions, strict=True)):
            seat = int(self.seats[n])
            env.step(int(action))
            self.answer(n)
            state = env._states[0]
            lead = float(state.gold[seat] - state.gold[1 - seat])
            if env.terminations[f"player_{seat}"]:
                points = np.zeros(2, np.int64)
                self.table.rules.scores(self.table.cards, state, points)
                lead = float(points[seat] - points[1 - seat])
                won[n], over[n] = env.rewards[f"player_{seat}"], True
            gained[n], self.leads[n] = lead - self.leads[n], lead
            if over[n]:
                self.begin(n)
        return gained, won, over


def won_fresh(decide: Callable[[Any, Any, Any], Any], games: int, seed: int) -> float:
    """Count the wins in the first games of a seed, all of them: those that end first are the short
    ones.
    """
    fresh, won_all = Tables(TABLES, seed), dict[int, float]()
    while not all(number in won_all for number in range(games)):
        numbers = [int(env._states[0].number) for env in fresh.envs]
        _, won, over = fresh.step(decide(*fresh.look(), fresh.seats))
        won_all |= {numbers[n]: float(won[n]) for n in np.flatnonzero(over)}
    return sum(won_all[number] for number in range(games))


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Train PPO against Emporium's experts at two seats."
    )
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument(
        "--clone",
        type=float,
        default=0.1,
        help="part of the time in which it imitates the expert first; 0 for none",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", type=int, default=FRESH, help="games to measure the end by")
    asked = parser.parse_args()

    import torch
    from torch import nn

    from rules_check.verdict.statistics import Rate

    torch.set_num_threads(1)
    torch.manual_seed(asked.seed)
    luck, clock = (
        np.random.default_rng(asked.seed),
        time.process_time,
    )  # what others do on the machine costs the learner nothing
    began, on_the_wall = clock(), time.monotonic()
    tables = Tables(TABLES, asked.seed)
    sight = Sight(tables.table)
    seen, mask = tables.look()
    inputs, features = sight(seen, tables.seats), torch.from_numpy(sight.actions)

    class Net(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            layers = [
                nn.Linear(inputs.shape[1], WIDTH),
                nn.ReLU(),
                nn.Linear(WIDTH, WIDTH),
                nn.ReLU(),
            ]
            self.trunk = nn.Sequential(*layers)
            self.own, self.shared = (
                nn.Linear(WIDTH, sight.sorts),
                nn.Linear(WIDTH, features.shape[1]),
            )
            self.judge = nn.Sequential(
                nn.Linear(inputs.shape[1], WIDTH),
                nn.ReLU(),
                nn.Linear(WIDTH, WIDTH),
                nn.ReLU(),
                nn.Linear(WIDTH, 1),
            )
            nn.init.zeros_(self.own.weight)
            for last in (self.own, self.shared, self.judge[-1]):
                last.weight.data.mul_(0.1)

        def forward(self, x: Any, legal: Any) -> Any:
            h = self.trunk(x)
            return (
                (self.own(h) + self.shared(h) @ features.T)
                .masked_fill(~legal, -1e9)
                .log_softmax(-1)
            )

    net = Net()
    optimiser = torch.optim.Adam(net.parameters(), lr=RATE, eps=1e-5)
    total, decisions, last_told = 60 * asked.minutes, 0, clock()
    results: list[float] = []

    def tell(what: str) -> None:
        nonlocal last_told, results
        rate = Rate(float(sum(results)), len(results)) if results else None
        print(
            (
                f"| {(clock() - began) / 60:.1f} | {(time.monotonic() - on_the_wall) / 60:.1f} | "
                f"{what} | {decisions:,} | {len(results):,} | {rate} |"
            ),
            flush=True,
        )
        last_told, results = clock(), []

    def pick(odds: Any) -> Any:
        """Draw an action by the odds, on luck of our own."""
        noise = torch.from_numpy(luck.gumbel(size=odds.shape).astype(np.float32))
        return (odds + noise).argmax(-1)

    print(
        (
            "| minutes of the core | of the clock | | own decisions | games | won |\n"
            "|--:|--:|---|--:|--:|--:|"
        ),
        flush=True,
    )
    x = torch.from_numpy(inputs)
    # imitation: the expert's choice where the learner is due; a part of the games is played by the
    # learner's own
    rows: list[tuple[Any, Any, Any]] = []
    while clock() - began < asked.clone * total:
        advised = np.array([tables.opponent.action(env._states) for env in tables.envs])
        rows.append((x, torch.from_numpy(mask), torch.from_numpy(advised)))
        with torch.no_grad():
            own = pick(net(x, torch.from_numpy(mask))).numpy()
        _, won, over = tables.step(np.where(luck.random(TABLES) < 0.8, advised, own))
        decisions += TABLES
        if len(rows) % 16 == 0 and len(rows) >= 64:
            for group in optimiser.param_groups:
                group["lr"] = LEARNING if clock() - began < 0.8 * asked.clone * total else RATE
            for _ in range(32):
                some = [rows[n] for n in luck.integers(len(rows), size=16)]
                bx, bm, ba = (torch.cat(column) for column in zip(*some, strict=True))
                loss = nn.functional.nll_loss(net(bx, bm), ba)
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
        seen, mask = tables.look()
        x = torch.from_numpy(sight(seen, tables.seats))
    if rows:
        tell(f"imitates, loss {loss.item():.2f}")
    rows.clear()

    updates = 0
    while (spent := clock() - began) < total:
        part = spent / total
        for group in optimiser.param_groups:
            group["lr"] = RATE * (1.0 - 0.8 * part)
        by_gold = GOLD * (1.0 if part < 0.5 else 0.5 if part < 0.8 else 0.0)
        xs, masks, acts, logs, values, rewards, ends = [], [], [], [], [], [], []
        with torch.no_grad():
            for _ in range(STEPS):
                legal = torch.from_numpy(mask)
                odds = net(x, legal)
                action = pick(odds)
                value = net.judge(x)[:, 0]
                gained, won, over = tables.step(action.numpy())
                reward = by_gold * gained + over * (2 * won - 1)
                for kept, one in zip(
                    (xs, masks, acts, logs, values),
                    (x, legal, action, odds.gather(1, action[:, None])[:, 0], value),
                    strict=True,
                ):
                    kept.append(one)
                rewards.append(torch.from_numpy(reward.astype(np.float32)))
                ends.append(torch.from_numpy(over.astype(np.float32)))
                results += won[over].tolist()
                seen, mask = tables.look()
                x = torch.from_numpy(sight(seen, tables.seats))
            decisions += STEPS * TABLES
            after, trace, advantages = net.judge(x)[:, 0], torch.zeros(TABLES), []
            for n in range(STEPS - 1, -1, -1):
                goes_on = 1.0 - ends[n]
                delta = rewards[n] + DISCOUNT * after * goes_on - values[n]
                trace = delta + DISCOUNT * TRACE * goes_on * trace
                advantages.append(trace)
                after = values[n]
        gains = torch.cat(advantages[::-1])
        fx, fm, fa, fl, fv = (torch.cat(column) for column in (xs, masks, acts, logs, values))
        targets = gains + fv
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        is_warming = (
            asked.clone > 0 and updates < 8
        )  # the judge learns first what an imitation is worth
        for _ in range(EPOCHS):
            for some in torch.from_numpy(luck.permutation(len(fx))).split(BATCH):
                odds = net(fx[some], fm[some])
                ratio = (odds.gather(1, fa[some][:, None])[:, 0] - fl[some]).exp()
                surrogate = torch.min(
                    ratio * gains[some], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[some]
                ).mean()
                spread = -(odds.exp() * odds.clamp(min=-30)).sum(-1).mean()
                error = (net.judge(fx[some])[:, 0] - targets[some]).pow(2).mean()
                loss = 0.5 * error - (0.0 if is_warming else 1.0) * (surrogate + ENTROPY * spread)
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(net.parameters(), 0.5)
                optimiser.step()
        updates += 1
        if clock() - last_told > min(EVERY, total / 6):
            tell(f"spread {spread.item():.2f}, judge's error {error.item():.2f}")
    if results:
        tell("end of training")

    def decide(seen: Any, mask: Any, seats: Any, is_drawn: bool) -> Any:
        with torch.no_grad():
            odds = net(torch.from_numpy(sight(seen, seats)), torch.from_numpy(mask))
        return (pick(odds) if is_drawn else odds.argmax(-1)).numpy()

    for words, is_drawn in (("by its odds", True), ("its likeliest moves", False)):
        rate = Rate(
            won_fresh(partial(decide, is_drawn=is_drawn), asked.fresh, asked.seed + 1000),
            asked.fresh,
        )
        print(f"fresh games, {words}: the learner wins {rate} of {asked.fresh:,}", flush=True)


if __name__ == "__main__":
    main()
