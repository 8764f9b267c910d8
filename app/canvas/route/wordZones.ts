import { Buckets } from './Buckets.ts';
import { type Line, OUTWARD, STUB } from './Line.ts';
import { type Axis, LEAST_PITCH, type Lines } from './tracks.ts';

/** The room behind a port that words of its line take. */
export interface Zone {
  readonly line: Line;
  /** Along the stretches that may run through it. */
  readonly from: number;
  readonly to: number;
  /** Across them, in the direction the line leaves by. */
  readonly start: number;
  readonly end: number;
}

export function listZones(lines: Lines, axis: Axis): Buckets<Zone> {
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
export function keepWords(
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
