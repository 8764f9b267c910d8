import type { Point } from '#engine';
import { type Box, isOpposite, type Line, OUTWARD, type Route, STUB, simplify } from './Line.ts';
import { labelBox } from './labelBox.ts';

/** A line with its way. */
export interface Routed {
  readonly line: Line;
  readonly route: Route;
}

/** Distance of lines that run beside each other, px; less where there is no room. */
const PITCH = 12;
/** The least of it, below which two lines read as one. */
const LEAST_PITCH = 4;
/** Free space that lines keep to cards where they have the choice, px. */
const EDGE = 8;
/** Room between two cards up to which a line runs in the middle of it, px; in more it stays near a card. */
const CHANNEL = 200;
const BESIDE = 20;

/** Stretches of one trunk that run on one another, as one; in coordinates along and across them. */
interface Track {
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

/**
 * Moves stretches between two bends apart, and into the middle of the room there is: what runs beside other lines gets a
 * track of its own, in the order that crosses least. Ends stay at their ports.
 */
export function spread(
  routed: readonly Routed[],
  boxesIn: (part: Box) => readonly Box[],
  words: ReadonlyMap<string, string> = new Map(),
): readonly Routed[] {
  const lines = routed.map(({ line, route }) => ({
    line,
    points: route.map(({ x, y }) => ({ x, y })),
    stub: roomAtPort(line, words.get(line.id) ?? ''),
  }));
  for (const axis of ['x', 'y'] as const) moveApart(lines, axis, boxesIn);
  return lines.map(({ line, points }) => ({ line, route: simplify(points) }));
}

type Axis = 'x' | 'y';
type Lines = readonly { readonly line: Line; readonly points: { x: number; y: number }[]; readonly stub: number }[];

/** How far a line runs straight from its port where there is room: as far as its words reach. */
function roomAtPort({ from, to }: Line, words: string): number {
  if (words === '' || !isOpposite(from, to)) return STUB.out;
  const { width, height } = labelBox(words, from);
  return STUB.out + 8 + (OUTWARD[from.side].x === 0 ? height : width);
}

/** @param axis the coordinate that changes: upright stretches move along x */
function moveApart(lines: Lines, axis: Axis, boxesIn: (part: Box) => readonly Box[]): void {
  const tracks = listTracks(lines, axis, boxesIn);
  const fixed = listFixed(lines, axis);
  for (const group of groupTracks(tracks)) {
    const placed: Track[] = [];
    const depths = orderTracks(group);
    const deepest = Math.max(...depths.values());
    for (const [track, depth] of depths) {
      const room = track.high - track.low;
      const pitch = Math.min(PITCH, room / Math.max(1, deepest));
      const middle = middleOf(track);
      const wanted = clamp(middle + (depth - deepest / 2) * pitch, track.low, track.high);
      const near = [...placed, ...fixed].filter(
        (other) => other.trunk !== track.trunk && other.from < track.to + 2 && track.from < other.to + 2,
      );
      const least = Math.min(pitch, PITCH) - 0.5;
      track.place = freePlace(track, wanted, (at) => near.every(({ place }) => Math.abs(place - at) >= least));
      placed.push(track);
      for (const { points, index } of track.members)
        for (const point of [points[index], points[index + 1]])
          if (point) (point as { x: number; y: number })[axis] = Math.round(track.place * 10) / 10;
    }
  }
}

/** The middle of a narrow channel; in a wide one near to where the way was found. */
function middleOf({ low, high, place }: Track): number {
  if (high - low <= CHANNEL) return (low + high) / 2;
  if (place - low < high - place) return Math.max(place, Math.min(low - EDGE + BESIDE, high));
  return Math.min(place, Math.max(high + EDGE - BESIDE, low));
}

/** The wanted place, or the next one to it that is free. */
function freePlace({ low, high }: Track, wanted: number, isFree: (place: number) => boolean): number {
  for (let step = 0; step * LEAST_PITCH <= Math.min(high - low, CHANNEL); step += 1) {
    for (const place of [wanted + step * LEAST_PITCH, wanted - step * LEAST_PITCH])
      if (place >= low && place <= high && isFree(place)) return place;
  }
  return wanted;
}

function listTracks(lines: Lines, axis: Axis, boxesIn: (part: Box) => readonly Box[]): readonly Track[] {
  const along = axis === 'x' ? 'y' : 'x';
  const byPlace = new Map<string, Track[]>();
  const tracks: Track[] = [];
  for (const { line, points, stub } of lines) {
    for (let index = 1; index < points.length - 2; index += 1) {
      const [before, a, b, after] = [points[index - 1], points[index], points[index + 1], points[index + 2]];
      if (!before || !a || !b || !after || Math.abs(a[axis] - b[axis]) > 0.01) continue;
      const [from, to] = [Math.min(a[along], b[along]), Math.max(a[along], b[along])];
      const room = findRoom({ from, to, place: a[axis] }, axis, boxesIn);
      keepStub(room, line, { index, last: points.length - 3, axis, stub });
      if (room.low > room.high) continue;
      const turns = [before, after].map((next, end) => ({
        at: (end === 0 ? a : b)[along],
        side: Math.sign(next[axis] - a[axis]),
      }));
      const member = { points, index };
      const key = `${line.trunk}\n${Math.round(a[axis])}`;
      const same = byPlace.get(key)?.find((track) => track.from <= to && from <= track.to);
      if (same) {
        same.members.push(member);
        same.turns.push(...turns);
        same.from = Math.min(same.from, from);
        same.to = Math.max(same.to, to);
        same.low = Math.max(same.low, room.low);
        same.high = Math.min(same.high, room.high);
        continue;
      }
      const track: Track = { trunk: line.trunk, members: [member], from, to, place: a[axis], ...room, turns };
      tracks.push(track);
      byPlace.set(key, [...(byPlace.get(key) ?? []), track]);
    }
  }
  return tracks.filter(({ low, high }) => low <= high);
}

const FAR = 400;

/** How far a stretch can be moved to both sides before it meets a card. */
function findRoom(
  { from, to, place }: Pick<Track, 'from' | 'to' | 'place'>,
  axis: Axis,
  boxesIn: (part: Box) => readonly Box[],
) {
  const margin = EDGE - 2;
  const part =
    axis === 'x'
      ? { x: place - FAR, y: from - margin, width: 2 * FAR, height: to - from + 2 * margin }
      : { x: from - margin, y: place - FAR, width: to - from + 2 * margin, height: 2 * FAR };
  let [low, high] = [place - FAR, place + FAR];
  for (const { x, y, width, height } of boxesIn(part)) {
    const [start, end] = axis === 'x' ? [x, x + width] : [y, y + height];
    if (end <= place + 1) low = Math.max(low, end + EDGE);
    else if (start >= place - 1) high = Math.min(high, start - EDGE);
    else [low, high] = [Math.max(low, place), Math.min(high, place)];
  }
  return { low, high };
}

/** A line leaves its port and arrives at its target straight. */
function keepStub(
  room: { low: number; high: number },
  { from, to }: Line,
  { index, last, axis, stub }: { index: number; last: number; axis: Axis; stub: number },
): void {
  const keep = (place: number, side: number) => {
    if (side > 0) room.low = Math.max(room.low, place);
    if (side < 0) room.high = Math.min(room.high, place);
  };
  const [out, back] = [OUTWARD[from.side][axis], OUTWARD[to.side][axis]];
  if (index === last) keep(to[axis] + back * STUB.in, back);
  const before = { ...room };
  if (index === 1) keep(from[axis] + out * stub, out);
  if (index !== 1 || room.low <= room.high) return;
  Object.assign(room, before);
  keep(from[axis] + out * STUB.out, out);
}

/** Stretches that stay where they are: at the ends of lines. */
function listFixed(lines: Lines, axis: Axis) {
  const along = axis === 'x' ? 'y' : 'x';
  return lines.flatMap(({ line: { trunk }, points }) =>
    [0, points.length - 2].flatMap((index) => {
      const [a, b] = [points[index], points[index + 1]];
      if (!a || !b || Math.abs(a[axis] - b[axis]) > 0.01) return [];
      return [{ trunk, place: a[axis], from: Math.min(a[along], b[along]), to: Math.max(a[along], b[along]) }];
    }),
  );
}

/** Tracks that are in each other's way, directly or by others. */
function groupTracks(tracks: readonly Track[]): readonly (readonly Track[])[] {
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

/** Which track comes first, for two that run beside each other: negative for the first. */
function compareTracks(a: Track, b: Track): number {
  if (a.from > b.to || b.from > a.to) return 0;
  return crossingsOf(a, b) - crossingsOf(b, a);
}

/** How often two tracks cross when the first is at the lower coordinate. */
function crossingsOf(lower: Track, higher: Track): number {
  const over = lower.turns.filter(({ at, side }) => side > 0 && at > higher.from && at < higher.to).length;
  return over + higher.turns.filter(({ at, side }) => side < 0 && at > lower.from && at < lower.to).length;
}

/** How deep each track of a group lies, from 0: those that nothing is beside may lie as deep as others. */
function orderTracks(group: readonly Track[]): ReadonlyMap<Track, number> {
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

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
