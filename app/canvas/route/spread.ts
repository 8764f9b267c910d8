import { Buckets } from './Buckets.ts';
import { type Box, isOpposite, type Line, labelBox, OUTWARD, type Route, STUB, simplify } from './Line.ts';
import type { Steps } from './Steps.ts';
import {
  type Axis,
  CHANNEL,
  EDGE,
  groupTracks,
  LEAST_PITCH,
  type Lines,
  middleOf,
  orderTracks,
  PITCH,
  type Track,
} from './tracks.ts';

/** A line with its way. */
export interface Routed {
  readonly line: Line;
  readonly route: Route;
}

/**
 * Moves stretches between two bends apart, and into the middle of the room there is: what runs next to other lines gets a
 * track of its own, in the order that crosses least. Ends stay at their ports.
 */
export function* spread(
  routed: readonly Routed[],
  boxesIn: (part: Box) => readonly Box[],
  words: ReadonlyMap<string, string> = new Map(),
): Steps<readonly Routed[]> {
  const lines = routed.map(({ line, route }) => ({
    line,
    points: route.map(({ x, y }) => ({ x, y })),
    stub: roomAtPort(line, words.get(line.id) ?? ''),
  }));
  for (const axis of ['x', 'y'] as const) yield* moveApart(lines, axis, boxesIn);
  return lines.map(({ line, points }) => ({ line, route: simplify(points) }));
}

/** How far a line runs straight from its port where there is room: as far as its words reach. */
function roomAtPort({ from, to }: Line, words: string): number {
  if (words === '' || !isOpposite(from, to)) return STUB.out;
  const { width, height } = labelBox(words, from);
  return STUB.out + 8 + (OUTWARD[from.side].x === 0 ? height : width);
}

/** @param axis the coordinate that changes: upright stretches move along x */
function* moveApart(lines: Lines, axis: Axis, boxesIn: (part: Box) => readonly Box[]): Steps<void> {
  const tracks = listTracks(lines, axis, boxesIn);
  yield;
  const fixed = listFixed(lines, axis);
  for (const group of groupTracks(tracks)) {
    const placed: Track[] = [];
    const depths = orderTracks(group);
    const deepest = Math.max(...depths.values());
    yield;
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
  const zones = listZones(lines, axis);
  const byPlace = new Map<string, Track[]>();
  const tracks: Track[] = [];
  for (const { line, points, stub } of lines) {
    for (let index = 1; index < points.length - 2; index += 1) {
      const [before, a, b, after] = [points[index - 1], points[index], points[index + 1], points[index + 2]];
      if (!before || !a || !b || !after || Math.abs(a[axis] - b[axis]) > 0.01) continue;
      const [from, to] = [Math.min(a[along], b[along]), Math.max(a[along], b[along])];
      const room = findRoom({ from, to, place: a[axis] }, axis, boxesIn);
      keepStub(room, line, { index, last: points.length - 3, axis, stub });
      keepWords(room, zones, { line, from, to, axis });
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

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** The room behind a port that words of its line take. */
interface Zone {
  readonly line: Line;
  /** Along the stretches that may run through it. */
  readonly from: number;
  readonly to: number;
  /** Across them, in the direction the line leaves by. */
  readonly start: number;
  readonly end: number;
}

function listZones(lines: Lines, axis: Axis): Buckets<Zone> {
  const along = axis === 'x' ? 'y' : 'x';
  const zones = new Buckets<Zone>();
  for (const { line, stub } of lines) {
    const out = OUTWARD[line.from.side][axis];
    if (out === 0 || stub <= STUB.out) continue;
    const [start, middle] = [line.from[axis], line.from[along]];
    const half = axis === 'x' ? 8 : stub;
    const zone = { line, from: middle - half, to: middle + half, start, end: start + out * stub };
    const [low, high] = [Math.min(zone.start, zone.end), Math.max(zone.start, zone.end)];
    const across = { x: low, width: high - low, y: zone.from, height: zone.to - zone.from };
    zones.add(axis === 'x' ? across : { x: zone.from, width: zone.to - zone.from, y: low, height: high - low }, zone);
  }
  return zones;
}

/** Keeps a stretch off the words of other lines, where it still has a place. */
function keepWords(
  room: { low: number; high: number },
  zones: Buckets<Zone>,
  { line, from, to, axis }: { readonly line: Line; readonly from: number; readonly to: number; readonly axis: Axis },
): void {
  const [across, along] = [
    { start: room.low, size: room.high - room.low },
    { start: from, size: to - from },
  ];
  if (across.size <= 0) return;
  const [h, v] = axis === 'x' ? [across, along] : [along, across];
  for (const zone of zones.find({ x: h.start, width: h.size, y: v.start, height: v.size })) {
    if (zone.line.trunk === line.trunk) continue;
    if (zone.end > zone.start && zone.end + LEAST_PITCH <= room.high)
      room.low = Math.max(room.low, zone.end + LEAST_PITCH);
    if (zone.end < zone.start && zone.end - LEAST_PITCH >= room.low)
      room.high = Math.min(room.high, zone.end - LEAST_PITCH);
  }
}
