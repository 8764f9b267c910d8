import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/index.ts';
import { numRuns } from '../../testing/index.ts';
import { anyExpression } from '../fuzzing.ts';
import { parseExpression } from '../parsing/parseExpression.ts';
import { evaluateExpression, runTier, testScope } from '../testing.ts';

function runBoth(source: string, roots: Readonly<Record<string, Json>>): { walked: unknown; compiled: unknown } {
  const expression = parseExpression(source);
  return {
    walked: runTier(expression, testScope(roots), 'walk'),
    compiled: runTier(expression, testScope(roots), 'closures'),
  };
}

const key = fc.constantFrom('a', 'b', 'list', 'map', 'text', 'n', 'output', 'rows', 'constructor', '__proto__');
const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<Json[]>(null, true, false, 0, -0, 1, 2.5, '', 'a', '2026-01-31', '[1]'),
    fc.array(tie('value'), { maxLength: 12 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const anyRoots = fc.record({ input: json, tasks: json, item: json }, { requiredKeys: [] });

describe('walking and closures', () => {
  it('agree on values, missing paths, failures with their places, and steps', () => {
    let values = 0;
    fc.assert(
      fc.property(anyExpression, anyRoots, (source, roots) => {
        if (parseExpression(source).errors.length > 0) return;
        const { walked, compiled } = runBoth(source, roots);
        expect(walked).toEqual(compiled);
        if ((walked as ReturnType<typeof runTier>).result.ok) values += 1;
      }),
      { numRuns: numRuns(2500, 5000) },
    );
    // They would agree on failures alone.
    expect(values).toBeGreaterThan(1000);
  });

  it.each([
    'map(range(0, 9000), x => x)',
    'map(range(0, 9990), (x, i) => x + i) | len',
    'map(range(0, 90), x => map(range(0, 90), y => map(range(0, 90), z => 1)))',
    'filter(range(0, 9000), x => x in range(0, 9000))',
    'map(range(0, 5000), x => sort(input.list))',
    'reduce(range(0, 60), (text, i) => text + text, "x")',
    'nosuch(1 / 0)',
    'input.list[{}]',
    'item?.a[input.list].b',
    'default(item.a, 1 / 0)',
    '{__proto__: 1, a: item.a}',
    `1${'+1'.repeat(2000)}`,
    `input${'.a'.repeat(2000)}`,
    `input${'?.a'.repeat(1000)}`,
  ])('agree on %s', (source) => {
    const { walked, compiled } = runBoth(source, { input: { list: [3, 1, 2] } });
    expect(walked).toEqual(compiled);
  });

  it('take turns unnoticed, also in the middle of a list', () => {
    const expression = parseExpression('map(input, (x, i) => [x.a, i, item.b ?? (x.a > 3)])');
    const input = Array.from({ length: 40 }, (_, a) => (a % 5 === 0 ? {} : { a }));
    const [first, ...others] = Array.from({ length: 12 }, () => evaluateExpression(expression, testScope({ input })));
    const rows = input.map(({ a }, index) => [a ?? null, index, (a ?? 0) > 3]);
    expect(first).toEqual({ ok: true, value: { value: rows, missing: ['x.a'] } });
    for (const other of others) expect(other).toEqual(first);
  });
});
