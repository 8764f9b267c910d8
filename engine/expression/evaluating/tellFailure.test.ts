import { expect, test } from 'vitest';
import { FUNCTIONS } from '../functions/describeFunctions.ts';
import { failureOf } from '../testing.ts';
import { tellFailure } from './tellFailure.ts';

const roots = { order: { total: 'many', lines: [1, 'two'] }, rows: [{ n: 1 }] };

function told(expression: string): string {
  return tellFailure(failureOf(expression, roots));
}

test('a wrong argument is told with the call and the argument as they are written', () => {
  expect(failureOf("pick(rows, ['n'])", roots).message).toBe('pick(): argument 1 is a map, not a list.');
  expect(told("pick(rows, ['n'])")).toBe("in `pick(rows, ['n'])`, argument 1, `rows`, must be a map, not a list.");
  expect(told("rows | pick(['n'])")).toBe("in `rows | pick(['n'])`, argument 1, `rows`, must be a map, not a list.");
  expect(told("slice('abc', order.total)")).toBe(
    "in `slice('abc', order.total)`, argument 2, `order.total`, must be a number, not text. Use toNumber(text).",
  );
});

test('of calls inside of each other the one that failed is told', () => {
  expect(told("upper(trim(order)) + 'x'")).toBe('in `trim(order)`, argument 1, `order`, must be text, not a map.');
  expect(told('map(rows, row => upper(row.n))')).toBe(
    'in `upper(row.n)`, argument 1, `row.n`, must be text, not a number. Use toString(value).',
  );
});

test('other failures are told with the part that failed', () => {
  expect(told('1 + (order.total - 2)')).toMatch(/^in `order\.total - 2`: `-` cannot work on text and a number\./);
  expect(told('1 / (order.lines[0] - 1)')).toMatch(/^in `1 \/ \(order\.lines\[0\] - 1\)`: /);
  expect(told("((1 - 1) + ')(') * ( 2 )")).toMatch(/^in `\(\(1 - 1\) \+ '\)\('\) \* \( 2 \)`: /);
  expect(told('1 + ((order.total) - 2)')).toMatch(/^in `\(order\.total\) - 2`: /);
  expect(told('sum(order.lines)')).toBe('in `sum(order.lines)`: every item is a number, not text.');
});

test('a long part is cut and kept to one line', () => {
  const message = told(`pick(rows,\n  ['${'n'.repeat(200)}'])`);
  expect(message).toMatch(/^in `pick\(rows, \['n+…`, argument 1, `rows`, must be a map/);
  expect(message).not.toContain('\n');
});

test('a mistake in the text, and a range of another text, leave the message as it is', () => {
  const failure = failureOf('1 +');
  expect(tellFailure(failure)).toBe(failure.message);
  const other = { ...failureOf("pick(rows, ['n'])", roots), source: 'rows' };
  expect(tellFailure(other)).toBe(other.message);
});

test('every function that takes no map tells which argument it is', () => {
  for (const { name } of FUNCTIONS) {
    const call = `${name}(order)`;
    let failure: ReturnType<typeof failureOf>;
    try {
      failure = failureOf(call, roots);
    } catch {
      continue;
    }
    if (failure.message.includes('argument 1 is'))
      expect(tellFailure(failure)).toContain('argument 1, `order`, must be ');
  }
});
