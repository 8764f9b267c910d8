import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/index.ts';
import { parseExpression } from '../parsing/parseExpression.ts';
import { evaluateExpression, failureOf, RUNAWAYS, runawayScope, testScope, valueOf } from '../testing.ts';

describe('limits', () => {
  it('allows 10,000 calls and no more', () => {
    const numbers = Array.from({ length: 9000 }, (_, index) => index);
    expect(valueOf('len(map(input, x => x))', { input: numbers })).toBe(9000);
    expect(failureOf('map(input, x => x)', { input: [...numbers, ...numbers] }).message).toContain('10000 steps');
  });

  it.each(RUNAWAYS)('ends %s within the limits', (source) => {
    const result = evaluateExpression(parseExpression(source), runawayScope());
    expect(result).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/ more than | larger than 1 MiB/) },
    });
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
