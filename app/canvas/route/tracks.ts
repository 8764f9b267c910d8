import type { Point } from '#engine';
import { type Line } from './Line.ts';

/** Distance of lines that run side by side, px; less where there is no room. */
export const PITCH = 12;
/** The least of it, below which two lines read as one. */
export const LEAST_PITCH = 4;
/** Free space that lines keep to cards where they have the choice, px. */
export const EDGE = 8;
/** Room between two cards up to which a line runs in the middle of it, px; in more it stays near a card. */
export const CHANNEL = 200;
const BESIDE = 20;

export type Axis = 'x' | 'y';
/** Lines whose bends are moved; `stub` is how far each runs straight from its port, px. */
export type Lines = readonly {
  readonly line: Line;
  readonly points: { x: number; y: number }[];
  readonly stub: number;
}[];

/** Stretches of one trunk that run on one another, as one; in coordinates along and across them. */
export interface Track {
  readonly trunk: string;
  readonly members: { readonly points: Point[]; readonly index: number }[];
  from: number;
  to: number;
  place: number;
  /** Where it may be moved to. */
  low: number;
  high: number;
  /** Stretches that lead off it: where along it, and to which side (-1 to lower coordinates). */
  readonly turns: { readonly at: number; readonly side: number }[];
}

/** The middle of a narrow channel; in a wide one near to where the way was found. */
export function middleOf({ low, high, place }: Track): number {
  if (high - low <= CHANNEL) return (low + high) / 2;
  if (place - low < high - place) return Math.max(place, Math.min(low - EDGE + BESIDE, high));
  return Math.min(place, Math.max(high + EDGE - BESIDE, low));
}

/** Tracks that are in each other's way, directly or by others. */
export function groupTracks(tracks: readonly Track[]): readonly (readonly Track[])[] {
  const sorted = tracks.toSorted((a, b) => a.from - b.from || a.place - b.place);
  const owner = sorted.map((_, index) => index);
  const rootOf = (index: number): number => {
    let at = index;
    while (owner[at] !== at) at = owner[at] ?? at;
    return at;
  };
  let active: number[] = [];
  for (const [index, track] of sorted.entries()) {
    active = active.filter((other) => (sorted[other]?.to ?? 0) > track.from - 2);
    for (const other of active) {
      const one = sorted[other];
      if (one && isInWay(one, track)) owner[rootOf(other)] = rootOf(index);
    }
    active.push(index);
  }
  const groups = new Map<number, Track[]>();
  for (const [index, track] of sorted.entries()) {
    const root = rootOf(index);
    groups.set(root, [...(groups.get(root) ?? []), track]);
  }
  return [...groups.values()];
}

function isInWay(a: Track, b: Track): boolean {
  return a.low <= b.high && b.low <= a.high && Math.abs(middleOf(a) - middleOf(b)) < PITCH * 3;
}

/** Which track comes first, for two that run side by side: negative for the first. */
function compareTracks(a: Track, b: Track): number {
  if (a.from > b.to || b.from > a.to) return 0;
  return crossingsOf(a, b) - crossingsOf(b, a);
}

/** How often two tracks cross when the first is at the lower coordinate. */
function crossingsOf(lower: Track, higher: Track): number {
  const over = lower.turns.filter(
    ({ at, side }) => side > 0 && at >= higher.from - 0.5 && at <= higher.to + 0.5,
  ).length;
  return (
    over + higher.turns.filter(({ at, side }) => side < 0 && at >= lower.from - 0.5 && at <= lower.to + 0.5).length
  );
}

/** How deep each track of a group lies, from 0: those that nothing is next to may lie as deep as others. */
export function orderTracks(group: readonly Track[]): ReadonlyMap<Track, number> {
  const order: Track[] = [];
  for (const track of group.toSorted((a, b) => a.place - b.place || a.from - b.from)) {
    let best = { at: order.length, cost: Infinity };
    let cost = order.reduce((sum, other) => sum + Math.max(0, compareTracks(track, other)), 0);
    for (let at = 0; at <= order.length; at += 1) {
      if (cost <= best.cost) best = { at, cost };
      const passed = order[at];
      if (passed) cost += Math.max(0, compareTracks(passed, track)) - Math.max(0, compareTracks(track, passed));
    }
    order.splice(best.at, 0, track);
  }
  const depths = new Map<Track, number>();
  for (const track of order) {
    let depth = 0;
    for (const [other, its] of depths)
      if (other.from < track.to + 2 && track.from < other.to + 2) depth = Math.max(depth, its + 1);
    depths.set(track, depth);
  }
  return depths;
}
