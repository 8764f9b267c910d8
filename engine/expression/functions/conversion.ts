import { type Json, losesDigits, readExactly, shorten } from '../../base/index.ts';
import { quoteValue } from '../values/values.ts';
import type { FunctionCall, FunctionDefinition } from './FunctionCall.ts';

/** Separate, since a key `toString` in a literal takes its type from Object. */
const TO_TEXT: FunctionDefinition = {
  signature: 'toString(value)',
  arity: [1, 1],
  run: (call) => call.toText(call.value(0)),
};

/** Functions that turn one kind of value into another. */
export const CONVERSION_FUNCTIONS = {
  toJson: {
    signature: 'toJson(value, indent = 0)',
    arity: [1, 2],
    run: (call) =>
      call.evaluator.json(call.value(0), call.range, call.has(1) ? Math.min(8, Math.max(0, call.integer(1))) : 0),
  },
  fromJson: {
    signature: 'fromJson(text)',
    arity: [1, 1],
    run: readJson,
  },
  toNumber: {
    signature: 'toNumber(value)',
    arity: [1, 1],
    run: readNumber,
  },
  toString: TO_TEXT,
  toBool: {
    signature: 'toBool(value)',
    arity: [1, 1],
    run: readBoolean,
  },
} satisfies Record<string, FunctionDefinition>;

/** Integers that no number holds are texts of their digits, since whoever reads a text can seldom change what wrote it. */
function readJson(call: FunctionCall): Json {
  const text = call.text(0);
  try {
    // JSON.parse makes own properties only, `__proto__` included, and no functions.
    const { value, exact } = readExactly(text);
    return call.evaluator.scope.roundsIntegers === true ? value : exact;
  } catch {
    return call.fail(`${quoteValue(text)} is not JSON.`);
  }
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function readNumber(call: FunctionCall): Json {
  const value = call.value(0);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  const text = call.text(0).trim();
  if (!NUMBER.test(text)) call.fail(`${quoteValue(text)} is not a number.`);
  if (call.evaluator.scope.roundsIntegers !== true && losesDigits(text.replace(/\.0*$/, '')))
    call.fail(`'${shorten(text)}' is too long for an exact number. Keep it as text.`);
  return call.madeNumber(Number(text));
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function readBoolean(call: FunctionCall): Json {
  const value = call.value(0);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  const text = call.text(0).trim().toLowerCase();
  return BOOLEANS.get(text) ?? call.fail(`${quoteValue(text)} is neither true nor false.`);
}
