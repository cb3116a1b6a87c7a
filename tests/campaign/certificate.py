"""A second checker of certificates, from docs/verification.md, docs/formats.md and docs/json.md alone: `certificate.py FILE ...`.
A position is a tuple of the cells of all blocks, kind after kind; a tile is a block of one cell with a label."""
import hashlib, itertools, json, sys
STEPS = {"across": [(0, 1), (0, -1)], "down": [(1, 0), (-1, 0)], "any": [(0, 1), (0, -1), (1, 0), (-1, 0)], "fixed": []}
class Puzzle:
    def __init__(self, pair=None, drawing=None, tiles=None):
        self.gates, self.exits, self.listed, self.labels, self.tiles = {}, set(), {}, [], tiles
        blocks, goals = self.read_pair(**pair) if pair else self.read_tiles(**tiles) if tiles else self.read_drawing(drawing)
        first = {name: min(cells) for name, cells in blocks.items()}
        shape = {name: tuple(sorted((r - first[name][0], c - first[name][1]) for r, c in blocks[name])) for name in blocks}
        like = {name: (shape[name], self.listed.get(name, "any"), *(name in names for names in self.gates.values())) for name in blocks}
        named = {like[name] for goal in goals for name, _ in goal}  # a label matters where a goal names such a block
        kind = {name: (*like[name], name if name in self.labels and like[name] in named else None) for name in blocks}
        self.kinds = list(dict.fromkeys(kind[name] for name in sorted(blocks, key=first.get)))
        order = sorted(blocks, key=lambda name: (self.kinds.index(kind[name]), first[name]))
        self.kind, self.start = [self.kinds.index(kind[name]) for name in order], tuple(first[name] for name in order)
        self.names = [next(name for name in order if kind[name] == of) for of in self.kinds]  # one of each kind
        self.goals = [[(self.kinds.index(kind[name]), cell) for name, cell in goal] for goal in goals]  # cell: None for one that leaves
    def read_pair(self, tray, goal):
        rectangle = lambda line: list(itertools.product(range(line[0], line[2] + 1), range(line[1], line[3] + 1)))
        ((height, self.width), *tray), goal = ([list(map(int, line.split())) for line in lines] for lines in (tray, goal))
        self.floor, size = dict.fromkeys(rectangle([0, 0, height - 1, self.width - 1]), "."), lambda line: (line[2] - line[0] + 1, line[3] - line[1] + 1)
        self.sizes, unused, targets = [list(map(size, tray)), list(map(size, goal))], dict(enumerate(tray)), []
        for line in goal:
            targets.append((next((name for name in unused if size(unused[name]) == size(line)), None), (line[0], line[1])))
            unused.pop(targets[-1][0], None)
        return dict(enumerate(map(rectangle, tray))), [] if None in dict(targets) else [targets]
    def read_tiles(self, start, goal):
        rows = [[list(map(int, row.split())) for row in board] for board in (start, goal)]
        start, goal = ({tile: (r, c) for r, row in enumerate(board) for c, tile in enumerate(row)} for board in rows)
        self.floor, self.labels, self.width = dict.fromkeys(start.values(), "."), range(1, len(start)), len(rows[0][0])
        return {tile: [start[tile]] for tile in self.labels}, [[(tile, goal[tile]) for tile in self.labels]]
    def read_drawing(self, text):
        sections, rows = [], None
        for line in text:
            if line.lstrip().startswith(";") or not line.strip(): rows = None
            elif ":" in line:
                (key, _, value), rows = line.partition(":"), []
                sections.append((*key.split(), value.replace(",", " "), rows))
            elif rows is not None: rows.append(line.rstrip())
        cells = lambda rows: {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row) if sign not in " #"}
        names = lambda value: list(value.replace(" ", ""))
        self.gates = {sign[0]: names(value) for key, *sign, value, _ in sections if key in ("gate", "exit")}
        self.exits = {sign[0] for key, *sign, _, _ in sections if key == "exit"}
        self.listed = {name: key for key, *_, value, _ in sections if key in STEPS for name in names(value)}
        self.labels = [name for key, *_, value, _ in sections if key == "labels" for name in names(value)]
        tray, floor = (next((rows for key, *_, rows in sections if key == of), []) for of in ("tray", "floor"))
        signs, self.width, goals = [".", *self.gates], max(map(len, tray)), []
        blocks = {name: [cell for cell, sign in cells(tray).items() if sign == name] for name in cells(tray).values() if name not in signs}
        self.floor = {cell: sign if sign in signs else "." for cell, sign in cells(tray).items()} | cells(floor)
        for words, drawn in ((iter(value.split()), cells(rows)) for key, *_, value, rows in sections if key == "goal"):
            listed = [(name, None if (word := next(words)) == "leaves" else (int(word), int(next(words)))) for name in words]
            goals.append(listed or [(name, min(cell for cell in drawn if drawn[cell] == name)) for name in blocks if name in drawn.values()])
        return blocks, goals
    def numbers(self, position):
        tiles = {at: self.names[kind] for kind, at in zip(self.kind, position)}
        return [tiles.get(cell, 0) for cell in sorted(self.floor)] if self.tiles else [r * self.width + c for r, c in position]
    def cells(self, kind, at): return {(at[0] + r, at[1] + c) for r, c in self.kinds[kind][0]}
    def moves(self, position, metric, indexes=None, ground=frozenset()):  # of all blocks, or of some, which the position holds alone
        kinds = [self.kind[index] for index in indexes] if indexes else self.kind
        cells = [self.cells(*block) for block in zip(kinds, position)]
        for index, kind in enumerate(kinds):
            taken, steps = ground.union(*cells[:index], *cells[index + 1:]), STEPS[self.kinds[kind][1]]
            is_free = lambda cell: cell not in taken and (self.floor.get(cell) == "." or self.names[kind] in self.gates.get(self.floor.get(cell), []))
            found, waiting = {position[index]}, [(position[index], step) for step in steps]
            while waiting:
                at, step = waiting.pop()
                to = (at[0] + step[0], at[1] + step[1])
                if to in found or not all(map(is_free, self.cells(kind, to))): continue
                found.add(to)
                waiting += {"step": [], "slide": [(to, step)], "path": [(to, other) for other in steps]}[metric]
                yield (position[:index] + (to,) + position[index + 1:]) if indexes else self.sorted(position[:index] + (to,) + position[index + 1:])
    def sorted(self, position): return tuple(at for _, at in sorted(zip(self.kind, position)))
    def together(self, *indexes):  # all positions of some blocks, alone with those that never move: fixed, or in a room without a free cell
        blocks, room = [self.cells(*block) for block in zip(self.kind, self.start)], None
        closed = set().union(*(cells for kind, cells in zip(self.kind, blocks) if self.kinds[kind][1] == "fixed"))
        larger = set(self.floor).difference(*blocks)  # grows to all rooms with a free cell
        while room != larger: room, larger = larger, larger | {(r, c) for r, c in set(self.floor) - closed if larger & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}}
        ground = frozenset().union(*(cells for index, cells in enumerate(blocks) if index not in indexes and self.start[index] not in room))
        seen, waiting = set(), {tuple(self.start[index] for index in indexes)}
        while waiting:
            seen.add(now := waiting.pop())
            waiting |= {after for after in self.moves(now, "step", indexes, ground) if all(at == to or to in room for at, to in zip(now, after))} - seen
        return seen
    def meets(self, target, index, at): return target[0] == self.kind[index] and (at == target[1] if target[1] else {self.floor[cell] for cell in self.cells(target[0], at)} <= self.exits)
    def assignments(self, goal, can):  # all ways to give each target of a goal a block of its own
        ways = [[index for index in range(len(self.kind)) if can(index, target)] for target in goal]
        return (chosen for chosen in itertools.product(*ways) if len(set(chosen)) == len(chosen))
    def is_goal(self, position):
        return any(True for goal in self.goals for _ in self.assignments(goal, lambda index, target: self.meets(target, index, position[index])))
    def replay(self, lines, metric):
        position, last, counts = self.start, None, dict.fromkeys(("step", "slide", "path"), 0)
        for line in map(str.split, lines):
            at = position[self.kind.index(self.names.index(int(line[0])))] if self.tiles else tuple(map(int, line[:2]))
            to = (at[0] + line[1].count("D") - line[1].count("U"), at[1] + line[1].count("R") - line[1].count("L")) if self.tiles else tuple(map(int, line[2:]))
            after = self.sorted(to if other == at else other for other in position)
            assert at in position and (to == at or after in self.moves(position, "slide")), "an impossible move"
            for of, more in ("step", abs(at[0] - to[0]) + abs(at[1] - to[1])), ("slide", to != at), ("path", to != at != last): counts[of] += more
            position, last = after, last if to == at else to
        return position, counts[metric]
    def refuted(self, reason, proof):
        if reason == "shortage": return [sizes.count((proof["height"], proof["width"])) for sizes in self.sizes] == [proof["present"], proof["wanted"]] and proof["present"] < proof["wanted"]
        if reason == "order": return 1 in map(len, map(set, zip(*self.floor))) and self.kind != sorted(self.kind, key=dict(self.goals[0]).get)
        if reason == "parity": return self.parity_differs()
        is_like = lambda index, target: self.kind[index] == target[0]
        within = [goal for goal in self.goals if all(any(is_like(index, target) and any(self.meets(target, index, at) for at, in self.together(index)) for index in range(len(self.kind))) for target in goal)]
        if reason == "out_of_reach": return not within
        pairs = [(pair, self.together(*pair)) for pair in ([self.start.index(tuple(cell)) for cell in pair] for pair in proof)]
        meets = lambda targets, index, at: index not in targets or self.meets(targets[index], index, at)
        possible = lambda targets: all(any(meets(targets, one, at) and meets(targets, two, other) for at, other in joint) for (one, two), joint in pairs)
        return not any(possible(dict(zip(chosen, goal))) for goal in within for chosen in self.assignments(goal, is_like))
    def parity_differs(self):  # exchanges of unit blocks, all of different kinds, with the only free cell cannot lead to any goal
        moving = {kind: at for kind, at in zip(self.kind, self.start) if self.kinds[kind][1] != "fixed"}
        ground = set(self.floor).difference(*(self.cells(*block) for block in zip(self.kind, self.start) if block[0] not in moving))
        assert len(ground) == len(moving) + 1 and all(len(self.kinds[kind][0]) == self.kind.count(kind) == 1 for kind in moving)
        blank = (ground - set(moving.values())).pop()
        for goal in ({kind: at for kind, at in goal if kind in moving} for goal in self.goals):
            rest, free = [kind for kind in moving if kind not in goal], ground - set(goal.values())
            ends = [({**goal, **dict(zip(rest, free - {end}))}, end) for end in free]
            if len(rest) > 1 or not all(differs({blank: end, **{at: goal[kind] for kind, at in moving.items()}}, blank, end) for goal, end in ends): return False
        return True

def differs(changed, blank_from, blank_to):  # in parity: a permutation of cells, and the steps of the blank
    seen, cycles = set(), 0
    for at in changed:
        cycles += at not in seen
        while at not in seen: at = (seen.add(at), changed[at])[1]
    return (len(changed) - cycles + sum(blank_from) + sum(blank_to)) % 2 == 1
def layers_hold(puzzle, metric, layers, is_whole):
    last, now = set(), {puzzle.start}
    for layer in layers:
        digest = hashlib.sha256(b"".join(bytes(divmod(number, 256)) for numbers in sorted(map(puzzle.numbers, now)) for number in numbers)).hexdigest()
        assert layer == {"positions": len(now), "sha256": digest} and not any(map(puzzle.is_goal, now)), "a layer is another"
        last, now = now, {after for position in now for after in puzzle.moves(position, metric)} - now - last
    return not is_whole or not now
def verify(data):
    document, head = json.loads(data), data.removesuffix(b"\n").rsplit(b"\n", 2)[0]
    assert document["seal"] == hashlib.sha256(head + b"\n").hexdigest(), "another seal"
    puzzle, metric, ((claim, proof),) = Puzzle(**document["puzzle"]), document["metric"], document["claim"].items()
    if claim == "no_solution":
        (reason, proof), = proof.items() if isinstance(proof, dict) else [(proof, None)]
        return layers_hold(puzzle, metric, proof, True) if reason == "layers" else puzzle.refuted(reason, proof)
    end, length = puzzle.replay(proof["moves"], metric)
    proven = claim == "solution" or claim == "shortest" and len(proof["layers"]) == length and layers_hold(puzzle, metric, proof["layers"], False)
    return proven and puzzle.is_goal(end) and length == proof["length"] and document["version"] == 1
def is_right(data):
    try: return verify(data)
    except Exception: return False  # an impossible move, a missing field, another layer
if __name__ == "__main__":
    for name in sys.argv[1:]: print(f"{name}: {'Verified' if is_right(open(name, 'rb').read()) else 'Refused'}")
