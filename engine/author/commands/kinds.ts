import { isJsonObject, type Json, type JsonObject, toData } from '../../base/index.ts';
import { CONTAINER_TYPES, HANDLER_NAMES, TASK_TYPES } from '../../model/index.ts';
import type { KindValues } from './Command.ts';

interface Kind<T> {
  /** For messages: “needs …”. */
  readonly words: string;
  readonly schema: JsonObject;
  /** Words it can be one of; for suggestions. */
  readonly choices?: readonly string[];
  /** Undefined where the value is not of this kind. */
  readonly read: (value: Json) => T | undefined;
}

/** The longest name, path or expression that a change takes; values and texts have the limit of the whole call. */
const MOST_TEXT = 100_000;

const isExit = (value: string): value is KindValues['exit'] =>
  value === 'default' ||
  value === 'sequence' ||
  /^(on_error\.)?routes\../su.test(value) ||
  HANDLER_NAMES.some((name) => name === value);

/** How each kind of value is read, and what it is in JSON Schema. */
export const KINDS: { readonly [K in keyof KindValues]: Kind<KindValues[K]> } = {
  text: { words: 'a text', schema: { type: 'string' }, read: readText },
  texts: {
    words: 'a list of texts',
    schema: { type: 'array', items: { type: 'string' }, minItems: 1 },
    read: (value) => (isTexts(value) && value.length > 0 ? value : undefined),
  },
  flag: {
    words: 'true or false',
    schema: { type: 'boolean' },
    read: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  count: {
    words: 'a whole number from 0',
    schema: { type: 'integer', minimum: 0 },
    read: (value) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined),
  },
  value: { words: 'a value', schema: {}, read: (value) => value },
  map: {
    words: 'a map of keys and values',
    schema: { type: 'object' },
    read: (value) => {
      const data = isJsonObject(value) ? toData(value) : undefined;
      return data instanceof Map ? data : undefined;
    },
  },
  field: {
    words: 'the way to a field, such as retry.attempts, or a list of keys',
    schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: ['string', 'integer'] }, minItems: 1 }] },
    read: readFieldPath,
  },
  taskType: oneOf(TASK_TYPES),
  container: oneOf(CONTAINER_TYPES),
  exit: {
    words: `one of ${HANDLER_NAMES.join(', ')}, routes.KEY, on_error.routes.KEY, default, sequence`,
    schema: { type: 'string' },
    choices: [...HANDLER_NAMES, 'default', 'sequence'],
    read: (value) => (typeof value === 'string' && isExit(value) ? value : undefined),
  },
};

function oneOf<T extends string>(words: readonly T[]): Kind<T> {
  return {
    words: `one of ${words.join(', ')}`,
    schema: { enum: words },
    choices: words,
    read: (value) => words.find((word) => word === value),
  };
}

function readText(value: Json): string | undefined {
  return typeof value === 'string' && value.length <= MOST_TEXT ? value : undefined;
}

function isTexts(value: Json): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function readFieldPath(value: Json): KindValues['field'] | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value.split('.');
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const keys: (string | number)[] = [];
  for (const key of value) {
    if (typeof key !== 'string' && !(typeof key === 'number' && Number.isInteger(key) && key >= 0)) return undefined;
    keys.push(key);
  }
  return keys;
}
