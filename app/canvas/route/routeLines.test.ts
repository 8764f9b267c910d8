import { expect, test } from 'vitest';
import type { Point } from '#engine';
import { type Box, type Line, type LineEnd, overlaps, type Route } from './Line.ts';
import { routeLine, routeLines, type Way } from './routeLines.ts';
import { finish } from './Steps.ts';

const CARD = { width: 200, height: 60 };
const NO_WORDS = new Map<string, string>();

function card(x: number, y: number): Box {
  return { x, y, ...CARD };
}

function exit({ x, y, width, height }: Box): LineEnd {
  return { x: x + width, y: y + height / 2, side: 'right' };
}

function entry({ x, y, height }: Box): LineEnd {
  return { x, y: y + height / 2, side: 'left' };
}

function line(id: string, from: LineEnd, to: LineEnd, trunk = id): Line {
  return { id, from, to, trunk };
}

function route(...level: Parameters<typeof routeLines>): ReadonlyMap<string, Way> {
  return finish(routeLines(...level));
}

/** The label of a line over so wide a gap. */
function labelOver(gap: number) {
  const [a, b] = [card(0, 0), card(200 + gap, 0)];
  return route([line('l', exit(a), entry(b))], [a, b], new Map([['l', 'a long label']])).get('l')?.label;
}

function isClear(route: Route, boxes: readonly Box[]): boolean {
  return route.slice(1).every((b, index) => {
    const a: Point = route[index] ?? b;
    const part = {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    };
    return !boxes.some((box) => overlaps(part, box));
  });
}

test('level ends with nothing between them are joined by a straight line', () => {
  const [a, b] = [card(0, 0), card(280, 0)];
  expect(routeLine(line('l', exit(a), entry(b)), [a, b])).toEqual([
    { x: 200, y: 30 },
    { x: 280, y: 30 },
  ]);
});

test('a line runs around the cards in its way, and one back around its own', () => {
  const boxes = [card(0, 0), card(280, -60), card(280, 20), card(560, 0)] as const;
  const [a, , , b] = boxes;
  const ahead = routeLine(line('l', exit(a), entry(b)), boxes);
  expect(isClear(ahead, boxes)).toBe(true);
  const back = routeLine(line('l', exit(b), entry(a)), boxes);
  expect(isClear(back, boxes)).toBe(true);
  expect([back[0], back.at(-1)]).toEqual([
    { x: 760, y: 30 },
    { x: 0, y: 30 },
  ]);
});

test('lines from two cards to two others run apart in the channel between them', () => {
  const [a, b, c, d] = [card(0, 0), card(0, 100), card(300, 200), card(300, 300)];
  const found = route([line('one', exit(a), entry(c)), line('two', exit(b), entry(d))], [a, b, c, d], NO_WORDS);
  const [one, two] = ['one', 'two'].map((id) => found.get(id)?.route[1]?.x ?? 0);
  expect(Math.abs((one ?? 0) - (two ?? 0))).toBeGreaterThanOrEqual(10);
});

test('lines of one trunk run on one another', () => {
  const [a, b, c] = [card(0, 0), card(0, 100), card(300, 200)];
  const found = route(
    [line('one', exit(a), entry(c), 'error'), line('two', exit(b), entry(c), 'error')],
    [a, b, c],
    NO_WORDS,
  );
  expect(found.get('one')?.route[1]?.x).toBe(found.get('two')?.route[1]?.x);
});

test('words are on their own line; without room they are cut, then a sign, then left out', () => {
  expect(labelOver(200)).toMatchObject({ text: 'a long label', y: 30 });
  expect(labelOver(90)?.text).toBe('a lon…');
  expect(labelOver(50)?.text).toBe('…');
  expect(labelOver(24)).toBe(null);
});

test('cards that lie on one another, or far away, still get lines', () => {
  const [a, b] = [card(0, 0), card(10, 5)];
  expect(routeLine(line('l', exit(a), entry(b)), [a, b]).length).toBeGreaterThan(1);
  const far = card(1e7, -1e7);
  expect(routeLine(line('l', exit(a), entry(far)), [a, far]).at(-1)).toEqual({ x: 1e7, y: -1e7 + 30 });
});

test('it can be left off before each line and before the place of each label', () => {
  const boxes = Array.from({ length: 24 }, (_, at) => card((at % 2) * 400, Math.floor(at / 2) * 90));
  const lines = boxes.slice(2).map((to, at) => line(`l${at}`, exit(boxes[at % 2] ?? to), entry(to)));
  const pauses = (words: ReadonlyMap<string, string>) => [...routeLines(lines, boxes, words)].length;
  const bare = pauses(NO_WORDS);
  expect(bare).toBeGreaterThanOrEqual(lines.length);
  expect(pauses(new Map(lines.map(({ id }) => [id, 'a label']))) - bare).toBeGreaterThanOrEqual(lines.length);
});

test('the counts of lines from one port, and of lines to one card, are each on a stretch of their own', () => {
  const [a, b, c, d] = [card(0, 0), card(400, -90), card(400, 90), card(800, 0)];
  const fork = [line('ab', exit(a), entry(b), 'a'), line('ac', exit(a), entry(c), 'a')];
  const join = [line('bd', exit(b), entry(d), 'd'), line('cd', exit(c), entry(d), 'd')];
  const lines = [...fork, ...join];
  const ways = route(lines, [a, b, c, d], new Map(lines.map(({ id }) => [id, ''])));
  const places = lines.map(({ id }) => ways.get(id)?.label);
  expect(places.map((place) => place?.text)).toEqual(['', '', '', '']);
  for (const [index, place] of places.entries())
    for (const other of places.slice(index + 1))
      expect(Math.hypot((place?.x ?? 0) - (other?.x ?? 0), (place?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(14);
});
