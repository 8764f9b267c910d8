import type { Point } from '#engine';
import { Buckets } from './Buckets.ts';
import { type Box, type Line, labelBox, overlaps, type Route } from './Line.ts';
import type { Steps } from './Steps.ts';
import type { Routed } from './spread.ts';

/** The words on a line with their middle. */
export interface PlacedLabel extends Point {
  readonly text: string;
}

/** Free space at both ends of the words, px. */
const PAD = 4;
/** From a port, and from an arrow, px. */
const FROM_END = { start: 8, end: 14 };
/** How far apart the places are that are tried, px. */
const STEP = 8;
/** A label that is cut keeps so many characters. */
const SHORT = 5;
/** A line without words keeps a place for how often it was taken. */
const COUNT = '×99';
/** What stands for words that have no room. */
const SIGN = '…';

/**
 * Finds each label, and the count of a line without one, a place on its own line that no card, no other line and no other label takes. Where there is none, the
 * label is cut, then a sign, and omitted where even that has no room; its line has the whole of it as a title.
 * Yields before each label that it looks for a place of.
 * @param words the labels by line; empty: only its count; absent: another line speaks for it
 */
export function* placeLabels(
  routed: readonly Routed[],
  words: ReadonlyMap<string, string>,
  boxesIn: (part: Box) => readonly Box[],
): Steps<ReadonlyMap<string, PlacedLabel>> {
  const stretches = new Buckets<Stretch>();
  // Where another line speaks for a line, it runs on that one.
  const speaking = routed.filter(({ line }) => words.has(line.id));
  const lines = speaking.map(({ line, route }) => ({ line, own: stretchesOf(line, route) }));
  for (const { own } of lines) for (const stretch of own) stretches.add(boxOf(stretch), stretch);
  const labels = new Buckets<Box>();
  const placed = new Map<string, PlacedLabel>();
  const isFree = (box: Box, id: string) =>
    !boxesIn(box).some((other) => overlaps(box, other)) &&
    labels.find(box).length === 0 &&
    stretches.find(box).every(({ line }) => line.id === id);
  for (const form of [whole, cut, sign]) {
    for (const { line, own } of lines) {
      if (placed.has(line.id)) continue;
      yield;
      const text = form(words.get(line.id) ?? '');
      const room = text || COUNT;
      const at = placesOf(own, room).find((point) => isFree(widen(labelBox(room, point)), line.id));
      if (!at) continue;
      placed.set(line.id, { text, ...at });
      labels.add(widen(labelBox(room, at)), labelBox(room, at));
    }
  }
  return placed;
}

const whole = (text: string): string => text;
const cut = (text: string): string => (text.length > SHORT + 1 ? `${text.slice(0, SHORT)}${SIGN}` : text);
const sign = (text: string): string => text && SIGN;

function widen({ x, y, width, height }: Box): Box {
  return { x: x - 2, y: y - 1, width: width + 4, height: height + 2 };
}

/** Level stretches come before upright ones, and that at the port before others. */
function rankOf({ stretch, index }: { readonly stretch: Stretch; readonly index: number }): number {
  if (!stretch.isLevel) return 0;
  return index === 0 ? 2 : 1;
}

/** Places along a line: on level stretches, then on upright ones, from the longest; from the middle of each outwards. */
function placesOf(own: readonly Stretch[], text: string): readonly Point[] {
  const { width, height } = labelBox(text, { x: 0, y: 0 });
  const rank = text === COUNT ? () => 0 : rankOf;
  const wide = own
    .map((stretch, index) => {
      const length = Math.abs(stretch.a.x - stretch.b.x) + Math.abs(stretch.a.y - stretch.b.y);
      const need = (stretch.isLevel ? width : height) / 2 + PAD;
      const start = index === 0 ? need + FROM_END.start : need;
      const end = length - (index === own.length - 1 ? need + FROM_END.end : need);
      return { stretch, index, length, start, end };
    })
    .filter(({ start, end }) => end >= start - 1)
    .toSorted((a, b) => rank(b) - rank(a) || b.length - a.length);
  return wide.flatMap(({ stretch: { a, b }, length, start, end }) => {
    const middle = (start + end) / 2;
    const places: Point[] = [];
    for (let off = 0; middle + off <= Math.max(end, middle); off += STEP)
      for (const at of off === 0 ? [middle] : [middle - off, middle + off])
        places.push({ x: a.x + ((b.x - a.x) * at) / length, y: a.y + ((b.y - a.y) * at) / length });
    return places;
  });
}

/** A straight stretch of a line that has its way. */
export interface Stretch {
  readonly line: Line;
  readonly a: Point;
  readonly b: Point;
  readonly isLevel: boolean;
  /** True at the ends of a line, where its place is that of the port. */
  readonly isEnd: boolean;
}

/** The ways that are taken: the next line crosses them seldom and runs on none of another trunk. */
export class OccupiedSegments {
  readonly #stretches = new Buckets<Stretch>();

  add(line: Line, route: Route): void {
    for (const stretch of stretchesOf(line, route)) this.#stretches.add(boxOf(stretch), stretch);
  }

  find(part: Box): readonly Stretch[] {
    return this.#stretches.find(part);
  }
}

/** The straight parts of a line. */
function stretchesOf(line: Line, route: Route): readonly Stretch[] {
  return route.slice(1).flatMap((b, index): readonly Stretch[] => {
    const a = route[index];
    if (a === undefined) return [];
    const isEnd = index === 0 || index === route.length - 2;
    return [{ line, a, b, isLevel: Math.abs(a.y - b.y) < 0.01, isEnd }];
  });
}

/** What a stretch covers, with the width of its line. */
function boxOf({ a, b }: Pick<Stretch, 'a' | 'b'>): Box {
  return {
    x: Math.min(a.x, b.x) - 1,
    y: Math.min(a.y, b.y) - 1,
    width: Math.abs(a.x - b.x) + 2,
    height: Math.abs(a.y - b.y) + 2,
  };
}
