import type { FormatSchema } from '../FormatSchema.ts';

/** Texts that are one whole template, which is typed when it runs (format.md 8). */
export const TEMPLATE_PATTERN = '^\\s*\\{\\{[\\s\\S]*\\}\\}\\s*$';

const COUNT = '\\d+(?:\\.\\d+)?';
const ISO_COUNT = '\\d+(?:[.,]\\d+)?';
const UNITS = ['w', 'd', 'h', 'm', 's', 'ms'].map((unit) => `(?:${COUNT}${unit})?`).join('');
const ISO_DATE = `(?:${ISO_COUNT}W)?(?:${ISO_COUNT}D)?`;
const ISO_TIME = `(?:T(?=.)(?:${ISO_COUNT}H)?(?:${ISO_COUNT}M)?(?:${ISO_COUNT}S)?)?`;

/** The grammar of durations (format.md 6) or one whole template. Kept equal to `parseDuration` by a test. */
export const DURATION_PATTERN = `^(?:(?=.)${UNITS}|P(?=.)${ISO_DATE}${ISO_TIME}|\\s*\\{\\{[\\s\\S]*\\}\\}\\s*)$`;

/** The message of editors where a pattern does not match: patterns are for machines. */
const NO_TEMPLATE = 'Write the value itself, or one template in quotes: "{{ … }}".';

/** Another definition of the format. */
export function ref(name: string, more: FormatSchema = {}): FormatSchema {
  return { $ref: `#/$defs/${name}`, ...more };
}

export function text(description: string, more: FormatSchema = {}): FormatSchema {
  return { type: 'string', description, 'x-kind': 'template', ...more };
}

export function id(description: string, more: FormatSchema = {}): FormatSchema {
  return { type: 'string', minLength: 1, description, 'x-kind': 'id', ...more };
}

/** A value that must not be written in the text itself. */
export function secret(description: string, examples: readonly string[]): FormatSchema {
  return { type: 'string', description, examples, 'x-secret': true, 'x-kind': 'secret' };
}

/** A number, or a whole template that gives one. */
export function number(description: string, more: FormatSchema = {}): FormatSchema {
  return {
    type: ['number', 'string'],
    pattern: TEMPLATE_PATTERN,
    patternErrorMessage: NO_TEMPLATE,
    description,
    ...more,
  };
}

/** A whole number, or a whole template that gives one. */
export function integer(description: string, more: FormatSchema = {}): FormatSchema {
  return {
    type: ['integer', 'string'],
    pattern: TEMPLATE_PATTERN,
    patternErrorMessage: NO_TEMPLATE,
    description,
    ...more,
  };
}

/** True or false, or a whole template that gives one. */
export function boolean(description: string, more: FormatSchema = {}): FormatSchema {
  return {
    type: ['boolean', 'string'],
    pattern: TEMPLATE_PATTERN,
    patternErrorMessage: NO_TEMPLATE,
    description,
    ...more,
  };
}

export function duration(description: string, more: FormatSchema = {}): FormatSchema {
  return {
    type: 'string',
    pattern: DURATION_PATTERN,
    patternErrorMessage: 'This is not a duration. Write a number with its unit, such as 500ms, 30s, 5m or 1h30m.',
    description,
    'x-kind': 'duration',
    examples: ['30s', '5m'],
    ...more,
  };
}

/** One of some words, or a whole template that gives one. */
export function choice(description: string, words: readonly string[], more: FormatSchema = {}): FormatSchema {
  return { type: 'string', description, if: { pattern: TEMPLATE_PATTERN }, else: { enum: words }, ...more };
}

/** `config.repeat` of what calls outside. */
export const repeat = extension(
  choice(
    'Whether a call that was cut off, so that it is unknown whether it arrived, is made again. Without it, the run decides: it asks, unless it was started with `yes` or `no`.',
    ['ask', 'yes', 'no'],
  ),
);

/** A template, or the bare expression inside it; plain values are literals. */
export function expression(description: string, examples: readonly string[], more: FormatSchema = {}): FormatSchema {
  return { type: ['string', 'boolean', 'number', 'null'], description, examples, 'x-kind': 'expression', ...more };
}

/** A JSON Schema written by the author. */
export function schemaField(description: string, more: FormatSchema = {}): FormatSchema {
  return { type: 'object', description, additionalProperties: true, 'x-kind': 'schema', ...more };
}

/** A map with keys of the author's own. */
export function openMap(description: string, more: FormatSchema = {}): FormatSchema {
  return { type: 'object', description, additionalProperties: true, 'x-kind': 'template', ...more };
}

/** Data that is passed, by name; or one whole template that gives the map. */
export function passed(description: string): FormatSchema {
  return openMap(description, {
    type: ['object', 'string'],
    pattern: TEMPLATE_PATTERN,
    patternErrorMessage: 'Write a map of values, or one template in quotes that gives a map: "{{ … }}".',
  });
}

/** Marks a field as an addition to the seed. */
export function extension(schema: FormatSchema): FormatSchema {
  return { ...schema, 'x-extension': true };
}
