import { type Json, type JsonObject, toText } from '../base/index.ts';

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

/** The statuses that a run ends with. */
export const ENDS = ['success', 'error', 'cancelled'] as const;

const LIMITS = {
  runs: { type: 'integer', minimum: 1, maximum: 100_000_000, description: 'How many of the newest runs to keep.' },
  days: {
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 36_500,
    description: 'How many days to keep a run after it ends.',
  },
};

/** `keep` of `signalbox.serve.yaml`. */
export const keepSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  description: 'Which ended runs to keep; all of them when absent.',
  properties: {
    ...LIMITS,
    bytes: {
      ...SIZE,
      description: 'How much space ended runs may take in all, such as 20 GB; the oldest are removed first.',
    },
    archive: {
      type: 'string',
      minLength: 1,
      description: 'Journals are moved to this folder instead of being deleted.',
    },
    rules: {
      type: 'array',
      description: 'Exceptions for some runs: the first rule that matches a run replaces the general limits.',
      items: {
        type: 'object',
        additionalProperties: false,
        properties: {
          workflow: {
            type: 'string',
            minLength: 1,
            description: 'Only runs of this workflow; * matches any characters, as in reports/*.',
          },
          status: { enum: ENDS, description: 'Only runs that ended with this status.' },
          ...LIMITS,
        },
      },
    },
  },
};
