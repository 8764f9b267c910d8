import type { Json } from '../../base/index.ts';
import { compareValues, describeKind } from '../values.ts';
import type { FunctionCall } from './FunctionCall.ts';
import type { FunctionDefinition } from './FunctionDefinition.ts';

/** Functions about numbers. */
export const NUMBER_FUNCTIONS = {
  sum: {
    signature: 'sum(list)',
    description: 'The numbers of a list added up; 0 for an empty one, null when one of them is null.',
    arity: [1, 1],
    run: sumItems,
  },
  min: {
    signature: 'min(list)',
    description: 'The smallest of a list, or of several arguments; null for an empty list.',
    arity: [1, Number.POSITIVE_INFINITY],
    run: (call) => pickExtreme(call, -1),
  },
  max: {
    signature: 'max(list)',
    description: 'The largest of a list, or of several arguments; null for an empty list.',
    arity: [1, Number.POSITIVE_INFINITY],
    run: (call) => pickExtreme(call, 1),
  },
  floor: {
    signature: 'floor(number)',
    description: 'The next whole number down.',
    arity: [1, 1],
    run: (call) => Math.floor(call.number(0)),
  },
  ceil: {
    signature: 'ceil(number)',
    description: 'The next whole number up.',
    arity: [1, 1],
    run: (call) => Math.ceil(call.number(0)),
  },
  abs: {
    signature: 'abs(number)',
    description: 'A number without its sign.',
    arity: [1, 1],
    run: (call) => Math.abs(call.number(0)),
  },
  round: {
    signature: 'round(number, digits = 0)',
    description: 'A number rounded to so many digits after the point; halves go away from zero.',
    arity: [1, 2],
    run: (call) => roundNumber(call, call.number(0), call.has(1) ? call.integer(1) : 0),
  },
  range: {
    signature: 'range(from, to, step = 1)',
    description: 'The numbers from one up to, not including, another.',
    arity: [2, 3],
    run: listRange,
  },
} satisfies Record<string, FunctionDefinition>;

function sumItems(call: FunctionCall): Json {
  let total = 0;
  for (const item of call.list(0)) {
    if (item === null) return null;
    if (typeof item !== 'number') call.fail(`every item is a number, not ${describeKind(item)}.`);
    total += item;
  }
  return call.madeNumber(total);
}

function pickExtreme(call: FunctionCall, sign: 1 | -1): Json {
  const items = call.args.length === 1 ? call.list(0) : call.args;
  let best: Json | undefined;
  for (const item of items) {
    if (item === null) return null;
    if (best === undefined) best = item;
    const order = compareValues(item, best);
    if (order === undefined) call.fail(`${describeKind(item)} and ${describeKind(best)} have no order.`);
    if (order * sign > 0) best = item;
  }
  return best ?? null;
}

/** Rounds the decimal digits that are shown, so that 1.005 to two digits is 1.01. */
function roundNumber(call: FunctionCall, value: number, digits: number): number {
  if (Math.abs(digits) > 20) call.fail('digits go from -20 to 20.');
  const rounded = shiftPoint(Math.round(shiftPoint(Math.abs(value), digits)), -digits);
  // A number too large to shift has no digits after the point to round.
  return Number.isFinite(rounded) ? Math.sign(value) * rounded : value;
}

function shiftPoint(value: number, digits: number): number {
  const [mantissa, exponent] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent ?? 0) + digits}`);
}

function listRange(call: FunctionCall): Json {
  const from = call.number(0);
  const to = call.number(1);
  const step = call.has(2) ? call.number(2) : 1;
  if (step === 0) call.fail('the step is 0.');
  const count = Math.max(0, Math.ceil((to - from) / step));
  call.charge(count);
  return Array.from({ length: count }, (_, index) => from + index * step);
}
