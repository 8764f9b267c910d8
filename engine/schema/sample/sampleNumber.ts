import type { Random } from './Random.ts';

export interface NumberBounds {
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly exclusiveMinimum: number | null;
  readonly exclusiveMaximum: number | null;
  readonly multipleOf: number | null;
}

/** Usual ranges by a property's name: least, most, decimals. */
const BY_NAME: readonly (readonly [RegExp, number, number, number])[] = [
  [/confidence|probability|similarity|likelihood|ratio|share|relevance/, 0.55, 0.98, 2],
  [/percent|pct/, 5, 95, 0],
  [/rating|stars/, 3, 5, 0],
  [/score/, 0.55, 0.98, 2],
  [/price|amount|cost|total|revenue|budget|fee|balance|subtotal|tax|value/, 12, 480, 2],
  [/year/, 2019, 2026, 0],
  [/month/, 1, 12, 0],
  [/day/, 1, 28, 0],
  [/hour/, 0, 23, 0],
  [/minute|second/, 0, 59, 0],
  [/age$/, 21, 64, 0],
  [/lat(itude)?$/, -60, 60, 4],
  [/(lng|lon(gitude)?)$/, -170, 170, 4],
  [/(_ms|duration|latency|elapsed)/, 120, 2_400, 0],
  [/(^|_)(id|number)$/, 1_000, 9_999, 0],
  [/tokens/, 80, 900, 0],
  [/port$/, 1_024, 49_151, 0],
  [/index|position|rank/, 1, 10, 0],
];

/** A plausible number for a name, within bounds: whole or a multiple where requested. */
export function sampleNumber(random: Random, name: string, bounds: NumberBounds, isInteger: boolean): number {
  const low = Math.max(bounds.minimum ?? -Infinity, bounds.exclusiveMinimum ?? -Infinity);
  const high = Math.min(bounds.maximum ?? Infinity, bounds.exclusiveMaximum ?? Infinity);
  const named = BY_NAME.find(([pattern]) => pattern.test(name));
  const usual = named ?? [
    /./,
    Number.isFinite(low + high) ? low : 1,
    Number.isFinite(low + high) ? high : 100,
    isInteger ? 0 : 1,
  ];
  // A score is high on its own scale, whether that ends at 1, 10 or 100.
  const scale = usual[2] < 1 && usual[2] > 0 && Number.isFinite(high) ? Math.max(1, high) : 1;
  const [least, most] = overlap([usual[1] * scale, usual[2] * scale], [low, high]);
  const isNarrow = most - least < 5 && !Number.isInteger(most - least);
  const step = bounds.multipleOf ?? (isInteger ? 1 : 10 ** -Math.max(scale > 1 ? 1 : usual[3], isNarrow ? 2 : 0));
  let first = Math.ceil(round(least / step));
  let last = Math.floor(round(most / step));
  if (first * step <= (bounds.exclusiveMinimum ?? -Infinity)) first++;
  if (last * step >= (bounds.exclusiveMaximum ?? Infinity)) last--;
  if (first > last) return isInteger ? Math.ceil(least) : round((least + most) / 2);
  return round(random.integer(first, last) * step);
}

/** The usual range inside the allowed one; where they do not meet, the allowed one near its end. */
function overlap(
  [least, most]: readonly [number, number],
  [low, high]: readonly [number, number],
): readonly [number, number] {
  const start = Math.max(least, low);
  const end = Math.min(most, high);
  if (start < end) return [start, end];
  if (Number.isFinite(low) && Number.isFinite(high)) return [low, high];
  return Number.isFinite(low) ? [low, low + 100] : [high - 100, high];
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}
