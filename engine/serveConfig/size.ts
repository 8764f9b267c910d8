import { type Json, toText } from '../base/index.ts';

/** A size of files as JSON Schema has it. */
export const SIZE = {
  type: ['integer', 'string'],
  minimum: 1,
  pattern: '^[0-9]+(\\.[0-9]+)? ?(KB|MB|GB|TB)$',
  patternErrorMessage: 'A size is a number with its unit, such as 20 GB.',
} as const;

const UNITS: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Less is taken for a slip, such as a size without its unit. */
const LEAST_BYTES = 1e6;

/** Bytes of what fits {@link SIZE}; null where it is absent. Tells what is wrong with it all the same. */
export function readSize(value: Json, find: (message: string) => void): number | null {
  if (value === null) return null;
  const [, amount = '', unit = ''] = /^([\d.]+) ?(\w*)$/.exec(toText(value)) ?? [];
  const bytes = Math.round(Number(amount) * (UNITS[unit] ?? 1));
  if (bytes < LEAST_BYTES) find('is less than 1 MB. Give a size with its unit, such as 20 GB.');
  return bytes;
}
