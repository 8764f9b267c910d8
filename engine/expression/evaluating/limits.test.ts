import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/index.ts';
import { parseExpression } from '../parsing/parseExpression.ts';
import { evaluateExpression, failureOf, testScope, valueOf } from '../testing.ts';

describe('limits', () => {
  it('allows 10,000 calls and no more', () => {
    const numbers = Array.from({ length: 9000 }, (_, index) => index);
    expect(valueOf('len(map(input, x => x))', { input: numbers })).toBe(9000);
    expect(failureOf('map(input, x => x)', { input: [...numbers, ...numbers] }).message).toContain('10000 steps');
  });

  it.each([
    'range(0, 1e15)',
    'range(0, 5000000) | len',
    "reduce(range(0, 60), (text, i) => text + text, 'x')",
    'reduce(range(0, 60), (list, i) => [list, list], 1)',
    'reduce(range(0, 60), (list, i) => [list, list], 1) == reduce(range(0, 60), (list, i) => [list, list], 1)',
    'reduce(range(0, 60), (list, i) => [list, list], 1) | toJson',
    'reduce(range(0, 60), (list, i) => [list, list], 1) | toString',
    "'' + reduce(range(0, 60), (list, i) => [list, list], 1)",
    'unique([reduce(range(0, 60), (list, i) => [list, list], 1), reduce(range(0, 60), (list, i) => [list, list], 1)])',
    'reduce(range(0, 60), (list, i) => flatten([list, list]), [1])',
    'join(reduce(range(0, 60), (list, i) => [list, list], 1))',
    "reduce(range(0, 60), (text, i) => replace(text, 'x', 'xx'), 'x')",
    'reduce(range(0, 5000), (value, i) => [value], 1)',
    'reduce(range(0, 5000), (value, i) => {a: value}, 1) == reduce(range(0, 5000), (value, i) => {a: value}, 1)',
    'map(range(0, 90), x => map(range(0, 90), y => map(range(0, 90), z => 1)))',
    'filter(range(0, 9000), x => x in range(0, 9000))',
    'map(range(0, 5000), x => contains(input, x))',
    "map(range(0, 5000), x => matches(text, '(a+)+$'))",
    'map(range(0, 5000), x => sort(input))',
    'map(range(0, 5000), x => upper(text))',
  ])('ends %s within the limits', (source) => {
    const scope = testScope({ input: Array.from({ length: 20_000 }, (_, index) => -index), text: 'a'.repeat(100_000) });
    const started = performance.now();
    const result = evaluateExpression(parseExpression(source), scope);
    expect(result.ok).toBe(false);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it('bounds what is made, not what is passed on', () => {
    const large: Json = { text: 'x'.repeat(2 * 1024 * 1024) };
    expect(valueOf('input', { input: large })).toBe(large);
    expect(valueOf('len(input.text)', { input: large })).toBe(2 * 1024 * 1024);
    expect(failureOf('[input]', { input: large }).message).toContain('1 MiB');
    expect(failureOf("input.text + 'x'", { input: large }).message).toContain('1 MiB');
  });

  it('ends regular expressions that run away elsewhere', () => {
    expect(valueOf("matches(input, '^(a+)+$')", { input: `${'a'.repeat(5000)}b` })).toBe(false);
  });

  it('reports at most 20 missing paths', () => {
    const source = `[${Array.from({ length: 30 }, (_, index) => `input.m${index}`).join(', ')}]`;
    const result = evaluateExpression(parseExpression(source), testScope({ input: {} }));
    expect(result.ok && result.value.missing.length).toBe(20);
  });
});
