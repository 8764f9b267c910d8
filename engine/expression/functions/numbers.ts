import type { Json } from '../../base/index.ts';
import { compareValues, describeKind } from '../values/values.ts';
import type { FunctionCall, FunctionDefinition } from './FunctionCall.ts';

/** Functions about numbers. */
export const NUMBER_FUNCTIONS = {
  sum: {
    signature: 'sum(list)',
    arity: [1, 1],
    run: sumItems,
  },
  min: {
    signature: 'min(list)',
    arity: [1, Number.POSITIVE_INFINITY],
    run: (call) => pickExtreme(call, -1),
  },
  max: {
    signature: 'max(list)',
    arity: [1, Number.POSITIVE_INFINITY],
    run: (call) => pickExtreme(call, 1),
  },
  floor: {
    signature: 'floor(number)',
    arity: [1, 1],
    run: (call) => Math.floor(call.number(0)),
  },
  ceil: {
    signature: 'ceil(number)',
    arity: [1, 1],
    run: (call) => Math.ceil(call.number(0)),
  },
  abs: {
    signature: 'abs(number)',
    arity: [1, 1],
    run: (call) => Math.abs(call.number(0)),
  },
  round: {
    signature: 'round(number, digits = 0)',
    arity: [1, 2],
    run: (call) => roundNumber(call, call.number(0), call.has(1) ? call.integer(1) : 0),
  },
  range: {
    signature: 'range(from, to, step = 1)',
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
