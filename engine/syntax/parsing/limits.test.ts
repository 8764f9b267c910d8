import { describe, expect, test } from 'vitest';
import { toJson } from '../../base/index.ts';
import { parseSyntax, toNodeData } from '../index.ts';
import { parseFragment } from './parseFragment.ts';
import { codesOf, honestTexts, hostileTexts } from './testing.ts';

function nested(levels: number): string {
  return `a: ${'['.repeat(levels)}${']'.repeat(levels)}\n`;
}

describe('hostile texts', () => {
  test.each(hostileTexts('short'))('%s', (_, text, codes) => {
    expect(codesOf(text)).toEqual(codes.length === 0 ? [] : expect.arrayContaining([...codes]));
  });

  test.each([
    ['at once', '  - {{ x }}\n'],
    ['once the one before it is read', '  - {{ x[ }}\n'],
  ])('a template without quotes that is one too many ends what is read; it is found %s', (_, last) => {
    const before = `a:\n${'  - {{ x }}\n'.repeat(9_999)}${last}`;
    const { root, problems } = parseFragment(`${before}  - {{ y }}\n  - 1\n`, 0);
    const list = root?.kind === 'map' ? root.entries[0]?.value : null;
    const items =
      list?.kind === 'list' ? list.items.filter(({ value }) => value?.kind === 'scalar' && value.source) : [];
    expect(items).toHaveLength(10_000);
    const stop = problems.find(({ code }) => code === 'TOO_MANY_NODES');
    expect(stop?.message).toMatch(/^This part of the document has more than 10,000 templates without quotes/);
    expect(stop?.range.start).toBe(before.length + '  - '.length);
  });

  test('among many errors is the one that says where reading stopped', () => {
    const { errors } = parseSyntax(`a: [${'{{ x }}, '.repeat(10_001)}]\n`);
    expect(errors).toHaveLength(200);
    expect(errors.at(-1)?.message).toMatch(/^This part of the document has more than 10,000 templates without quotes/);
  });

  test('many keys and values are read, wherever they are', () => {
    for (const text of honestTexts(0.05)) expect(codesOf(text)).toEqual([]);
  });

  test('duplicate keys are found, however many others there are', () => {
    const text = Array.from({ length: 4_000 }, (_, index) => `  k${index % 3_900}: 1\n`).join('');
    expect(codesOf(`a:\n${text}`)).toEqual(['DUPLICATE_KEY']);
  });

  test('aliases that would grow without bound refer to nothing beyond the limit', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 10; level += 1)
      lines.push(
        `a${level}: &a${level} [${Array(10)
          .fill(`*a${level - 1}`)
          .join(', ')}]`,
      );
    const syntax = parseSyntax(lines.join('\n'));
    expect(syntax.errors[0]?.code).toBe('ALIAS_EXPANSION');
    expect(JSON.stringify(toJson(toNodeData(syntax.root))).length).toBeLessThan(1_000_000);
  });

  test('a value that contains itself is cut at the alias', () => {
    const syntax = parseSyntax('a: &x\n  b: [*x]\n');
    expect(syntax.errors.map((error) => [error.code, error.path])).toEqual([['ALIAS_CYCLE', ['a', 'b', 0]]]);
    expect(toJson(toNodeData(syntax.root))).toEqual({ a: { b: [null] } });
  });

  test('a key __proto__ is data and changes no prototype', () => {
    const value = toJson(toNodeData(parseSyntax('__proto__:\n  polluted: true\n').root));
    expect(Object.keys(Object(value))).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('at most 64 levels are read, and the level below is named', () => {
    expect(codesOf(nested(63))).toEqual([]);
    const [error] = parseSyntax(nested(64)).errors;
    expect([error?.code, error?.range]).toEqual(['TOO_DEEP', { start: 66, end: 67 }]);
  });
});
