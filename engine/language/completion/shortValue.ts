import type { Json } from '../../base/index.ts';

const LONGEST = 60;

/** A value on one line, cut where it is long: for a word next to a name. */
export function shortValue(value: Json): string {
  const whole = JSON.stringify(value);
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1)}…` : whole;
}
