import { describe, expect, it } from 'vitest';
import type { Data, Json } from '../../base/index.ts';
import { testScope } from '../testing.ts';
import { type CompileOptions, collectReferences, compileData, evaluateCompiled } from './compileData.ts';

const scope = testScope({ input: { n: 5, name: 'Ada' }, item: true });

function evaluate(data: Data, options?: CompileOptions): Json {
  const result = evaluateCompiled(compileData(data, options), scope);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.value;
}

const map = (entries: Record<string, Data>): Data => new Map(Object.entries(entries));

describe('compiled data', () => {
  it.each<[string, Data, Json]>([
    ['a scalar', 7, 7],
    ['text', 'plain', 'plain'],
    ['an escaped template', '\\{{ x }}', '{{ x }}'],
    ['a template', '{{ input.n }}', 5],
    [
      'nested data',
      map({ a: ['{{ input.n }}', 'x'], b: map({ c: 'Hi {{ input.name }}', d: null }) }),
      { a: [5, 'x'], b: { c: 'Hi Ada', d: null } },
    ],
    ['keys that are no templates', map({ '{{ input.n }}': 1, x: '{{ 1 }}' }), { '{{ input.n }}': 1, x: 1 }],
    ['text that is no expression without braces', 'input.n', 'input.n'],
  ])('%s', (_, data, value) => {
    expect(evaluate(data)).toEqual(value);
  });

  it('takes bare expressions where the option is set', () => {
    expect(evaluate('input.n > 3', { bare: true })).toBe(true);
    expect(evaluate('{{ input.n }}', { bare: true })).toBe(5);
    expect(evaluate(true, { bare: true })).toBe(true);
  });

  it('keeps the values of verbatim keys, at the top only', () => {
    const data = map({ code: 'return `{{ x }}`', input: map({ code: '{{ input.n }}' }) });
    expect(evaluate(data, { verbatim: ['code'] })).toEqual({ code: 'return `{{ x }}`', input: { code: 5 } });
  });

  it('keeps a key `__proto__`', () => {
    expect(JSON.stringify(evaluate(new Map([['__proto__', '{{ input.n }}']])))).toBe('{"__proto__":5}');
  });

  it('collects what was missing over all templates', () => {
    const result = evaluateCompiled(
      compileData(map({ a: '{{ input.x }}', b: '{{ input.y ?? 1 }}', c: 'z{{ input.z }}' })),
      scope,
    );
    expect(result).toEqual({ ok: true, value: { value: { a: null, b: 1, c: 'z' }, missing: ['input.x', 'input.z'] } });
  });

  it('reports where it failed', () => {
    const result = evaluateCompiled(compileData(map({ a: '{{ 1 }}', b: ['x', map({ c: 'n {{ 1 / 0 }}' })] })), scope);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'EXPRESSION_ERROR', path: ['b', 1, 'c'], source: 'n {{ 1 / 0 }}', start: 5, end: 10 },
    });
  });

  it('gives each expression the limits to itself', () => {
    const row = '{{ len(map(range(0, 6000), x => x)) }}';
    expect(evaluate([row, row, row])).toEqual([6000, 6000, 6000]);
  });

  it('evaluates the same again with another scope', () => {
    const compiled = compileData('{{ input.n + 1 }}');
    const values = [1, 2, 3].map((n) => evaluateCompiled(compiled, testScope({ input: { n } })));
    expect(values.map((result) => result.ok && result.value.value)).toEqual([2, 3, 4]);
  });
});

describe('collected references', () => {
  it('gives text and place of each', () => {
    const data = map({ a: 'Hi {{ tasks.a.output }}', b: ['{{ map(input.list, x => x.y) }}'], c: 'input.n' });
    expect(collectReferences(data).map(({ at, root, path, start }) => ({ at, root, path, start }))).toEqual([
      { at: ['a'], root: 'tasks', path: ['a', 'output'], start: 6 },
      { at: ['b', 0], root: 'input', path: ['list'], start: 7 },
    ]);
  });

  it('reads bare text where the option is set', () => {
    expect(collectReferences('tasks.a.output > 1', { bare: true })).toMatchObject([
      { at: [], root: 'tasks', path: ['a', 'output'] },
    ]);
  });
});
