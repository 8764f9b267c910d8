import type { Layered, Segment, Span } from './Layered.ts';

/** What it costs that two lines cross: little where they share an end, since they run together there. */
const CROSSING = { apart: 8, together: 1 };

export function costOf(a: Span, b: Span): number {
  return a.source === b.source || a.target === b.target ? CROSSING.together : CROSSING.apart;
}

/** What lines cost that cross between one layer and the next, or leave a box against the order of its ports. */
export function costOfLayer({ segments, places }: Layered, layer: number): number {
  const own = segments[layer] ?? [];
  let cost = 0;
  for (let i = 1; i < own.length; i += 1) {
    const a = own[i];
    if (!a) continue;
    const [above, below] = [places[a.upper] ?? 0, places[a.lower] ?? 0];
    for (let j = 0; j < i; j += 1) {
      const b = own[j];
      if (b) cost += costOfTwo(a, b, above - (places[b.upper] ?? 0), below - (places[b.lower] ?? 0));
    }
  }
  return cost;
}

function costOfTwo(a: Segment, b: Segment, above: number, below: number): number {
  if (above * below < 0) return costOf(a.span, b.span);
  return above === 0 && (a.span.port - b.span.port) * below < 0 ? CROSSING.together : 0;
}

/** What it costs that `left` comes before `right` in their layer, by the places of the layers next to it. */
export function costOfPair({ places, before, after }: Layered, left: number, right: number): number {
  let cost = 0;
  for (const a of after[left] ?? [])
    for (const b of after[right] ?? [])
      if ((places[a.lower] ?? 0) > (places[b.lower] ?? 0)) cost += costOf(a.span, b.span);
  for (const a of before[left] ?? [])
    for (const b of before[right] ?? []) cost += costOfTwo(a, b, (places[a.upper] ?? 0) - (places[b.upper] ?? 0), -1);
  return cost;
}

/** What the lines cost between a layer and the next that cross a way from one place to another. */
export function costOfWay(
  { segments, places }: Layered,
  layer: number,
  way: { readonly span: Span; readonly from: number; readonly to: number },
): number {
  let cost = 0;
  for (const { upper, lower, span } of segments[layer] ?? [])
    if (((places[upper] ?? 0) - way.from) * ((places[lower] ?? 0) - way.to) < 0) cost += costOf(span, way.span);
  return cost;
}
