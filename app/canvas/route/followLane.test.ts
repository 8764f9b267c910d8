import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Box, type Line, type LineEnd, overlaps, type Route } from './Line.ts';
import { followLane } from './routeLines.ts';

const CARD = { width: 200, height: 60 };
/** From the beginning of one rank to that of the next, px. */
const RANK = 300;

type Flow = 'right' | 'down';

/** A spot or card at a rank and a place across the flow, as it lies in the flow. */
function at(flow: Flow, rank: number, across: number, height: number): Box {
  const box = { x: rank * RANK, y: across - height / 2, width: CARD.width, height };
  return flow === 'right' ? box : { x: box.y, y: box.x, width: box.height, height: box.width };
}

/** A line between cards at places across the flow, with a lane that passes each rank between them at a place of its own. */
function lineAlong(flow: Flow, acrosses: readonly number[]): { readonly line: Line; readonly cards: readonly Box[] } {
  const lane = acrosses.map((across, rank) => at(flow, rank, across, 0));
  const [first, last] = [acrosses[0] ?? 0, acrosses.at(-1) ?? 0];
  const cards = [at(flow, 0, first, CARD.height), at(flow, acrosses.length - 1, last, CARD.height)];
  return { line: { id: 'l', trunk: 'l', lane, from: exit(flow, cards[0]), to: entry(flow, cards[1]) }, cards };
}

function exit(flow: Flow, box: Box | undefined): LineEnd {
  const { x, y, width, height } = box ?? at(flow, 0, 0, 0);
  return flow === 'right'
    ? { x: x + width, y: y + height / 2, side: 'right' }
    : { x: x + width / 2, y: y + height, side: 'bottom' };
}

function entry(flow: Flow, box: Box | undefined): LineEnd {
  const { x, y, width, height } = box ?? at(flow, 0, 0, 0);
  return flow === 'right' ? { x, y: y + height / 2, side: 'left' } : { x: x + width / 2, y, side: 'top' };
}

/** Asks for the way among cards. */
function follow(line: Line, cards: readonly Box[]): Route | null {
  return followLane(line, (part) => cards.filter((card) => overlaps(card, part)));
}

/** The stretches of a way as boxes. */
function partsOf(route: Route): readonly Box[] {
  return route.slice(1).map((b, index) => {
    const a = route[index] ?? b;
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
  });
}

const flows = fc.constantFrom<Flow>('right', 'down');
/** Places across the flow, on the grid, far enough apart that cards beside a lane leave it free. */
const acrosses = fc.array(
  fc.integer({ min: -5, max: 5 }).map((row) => row * 120),
  { minLength: 2, maxLength: 7 },
);

describe('in a free lane', () => {
  test('a line leads from port to port, level or upright, by the spot of each rank', () => {
    fc.assert(
      fc.property(flows, acrosses, (flow, places) => {
        const { line, cards } = lineAlong(flow, places);
        const route = follow(line, cards);
        expect([route?.[0], route?.at(-1)]).toEqual([line.from, line.to].map(({ x, y }) => ({ x, y })));
        const parts = partsOf(route ?? []);
        for (const { width, height } of parts) expect(Math.min(width, height)).toBeLessThan(0.01);
        for (const spot of (line.lane ?? []).slice(1, -1)) expect(parts.some((part) => holds(part, spot))).toBe(true);
      }),
    );
  });

  test('it runs through no card, wherever cards are beside its lane', () => {
    fc.assert(
      fc.property(
        flows,
        acrosses,
        fc.array(fc.tuple(fc.nat(6), fc.integer({ min: -6, max: 6 }))),
        (flow, places, more) => {
          const { line, cards } = lineAlong(flow, places);
          const beside = more
            .filter(([rank, row]) => places[rank] !== row * 120)
            .map(([rank, row]) => at(flow, rank, row * 120, CARD.height));
          const route = follow(line, [...cards, ...beside]);
          expect(route).not.toBeNull();
          for (const part of partsOf(route ?? []))
            for (const card of [...cards, ...beside]) expect(overlaps(part, card)).toBe(false);
        },
      ),
    );
  });

  test('it has no more corners than two for each rank that it comes to', () => {
    const { line, cards } = lineAlong('right', [0, 0, 120, 120, 0]);
    expect(follow(line, cards)).toHaveLength(6);
    const level = lineAlong('right', [0, 0, 0, 0]);
    expect(follow(level.line, level.cards)).toHaveLength(2);
  });

  test('a line that leads back turns behind its source and before its target', () => {
    for (const flow of ['right', 'down'] as const) {
      const [later, earlier] = [at(flow, 2, 0, CARD.height), at(flow, 0, 0, CARD.height)];
      const lane = [2, 1, 0].map((rank) => at(flow, rank, 120, 0));
      const route = follow({ id: 'l', trunk: 'l', lane, from: exit(flow, later), to: entry(flow, earlier) }, [
        later,
        earlier,
      ]);
      const along = (route ?? []).map(({ x, y }) => (flow === 'right' ? x : y));
      expect(Math.max(...along)).toBeGreaterThan(2 * RANK + CARD.width);
      expect(Math.min(...along)).toBeLessThan(0);
      for (const part of partsOf(route ?? []))
        expect([later, earlier].some((card) => overlaps(part, card))).toBe(false);
    }
  });
});

describe('a line looks for its own way', () => {
  const { line, cards } = lineAlong('right', [0, 120, 0]);

  test('where a card came into its lane', () => {
    expect(follow(line, cards)).not.toBeNull();
    expect(follow(line, [...cards, at('right', 1, 120, CARD.height)])).toBeNull();
  });

  test('where it would run under the border of one, and not where it passes beside it', () => {
    const withCard = (across: number) => follow(line, [...cards, at('right', 1, across, CARD.height)]);
    expect(withCard(120 - CARD.height / 2 + 1)).toBeNull();
    expect(withCard(120 - CARD.height / 2 - 1)).not.toBeNull();
  });

  test('where it has no lane', () => {
    expect(follow({ ...line, lane: null }, cards)).toBeNull();
    expect(follow({ ...line, lane: [] }, cards)).toBeNull();
  });
});

test('a line has the same way each time', () => {
  fc.assert(
    fc.property(flows, acrosses, (flow, places) => {
      const [one, other] = [lineAlong(flow, places), lineAlong(flow, places)];
      expect(follow(one.line, one.cards)).toEqual(follow(other.line, other.cards));
    }),
  );
});

function holds(outer: Box, inner: Box): boolean {
  const { x, y, width, height } = outer;
  return isWithin(x, width, inner.x, inner.width) && isWithin(y, height, inner.y, inner.height);
}

function isWithin(from: number, length: number, other: number, size: number): boolean {
  return from - 0.01 <= other && other + size <= from + length + 0.01;
}
