import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/index.ts';
import { findFunction } from '../functions/registry.ts';
import { parseExpression } from '../parsing/parseExpression.ts';
import { evaluateExpression, evaluationOf, failureOf, testScope, valueOf } from '../testing.ts';

const roots = {
  input: { n: 5, text: 'abc', list: [1, 2, { a: 1 }], map: { a: 1, 'b-c': 2 }, nothing: null, yes: true, empty: '' },
  error: null,
  tasks: { a: { output: { n: 5 } }, 'format-code': { output: 'ok' } },
} satisfies Record<string, Json>;

describe('values', () => {
  it.each<[string, Json]>([
    ['1 + 2 * 3 - 4 / 2', 5],
    ['7 % 4', 3],
    ['-7 % 4', -3],
    ['0.1 + 0.2', 0.1 + 0.2],
    ["'a' + 1", 'a1'],
    ["1 + 'a'", '1a'],
    ["'a' + null", 'a'],
    ["'a' + true", 'atrue'],
    ["'a' + [1, {b: 2}]", 'a[1,{"b":2}]'],
    ['null + 1', null],
    ['1 - null', null],
    ['null * null', null],
    ['5 / null', null],
    ['-null', null],
    ['null < 1', false],
    ['null >= null', false],
    ["'a' < 'b'", true],
    ["'Z' < 'a'", true],
    ['false < true', true],
    ['2 > 10', false],
    ["'2' > '10'", true],
    ['1 == 1', true],
    ["1 == '1'", false],
    ['null == null', true],
    ['null == false', false],
    ['[1, {a: [2]}] == [1, {a: [2]}]', true],
    ['{a: 1, b: 2} == {b: 2, a: 1}', true],
    ['{a: 1} == {a: 1, b: 2}', false],
    ['[1] != [2]', true],
    ['[] == {}', false],
    ['true && 2', 2],
    ['0 && 2', 0],
    ["'' || 'x'", 'x'],
    ["'false' || 'x'", 'false'],
    ['[] && 1', 1],
    ['{} || 1', {}],
    ['!0', true],
    ["!'a'", false],
    ['null ?? 1', 1],
    ['0 ?? 1', 0],
    ['false ?? 1', false],
    ["input.n > 3 ? 'big' : 'small'", 'big'],
    ["'a' in input.map", true],
    ["'toString' in input.map", false],
    ['1 in {1: 2}', true],
    ['2 in input.list', true],
    ['{a: 1} in input.list', true],
    ["'b' in 'abc'", true],
    ["'x' in null", false],
    ['null in [null]', true],
    ['null in input.map', false],
    ['input.list[0]', 1],
    ['input.list[-1]', null],
    ['input.list[2].a', 1],
    ["input.map['b-c']", 2],
    ['input.map.b-c', 2],
    ['input.n-1', null],
    ['input.n - 1', 4],
    ['tasks.format-code.output', 'ok'],
    ["input.map['a']", 1],
    ['input.list[input.n - 5]', 1],
    ['{1: 2}[1]', 2],
    ['{a: 1}.a', 1],
    ['[[1, 2], [3]][0][1]', 2],
    ['input.n | toString | len', 1],
    ['map(input.list, (x, i) => i)', [0, 1, 2]],
    ['map([1, 2], x => map([10], y => x + y))', [[11], [12]]],
    ['map([1, 2], x => map([x], x => x * 2)[0] + x)', [3, 6]],
    ['{a: 1, a: 2}', { a: 2 }],
  ])('%s', (source, value) => {
    expect(valueOf(source, roots)).toEqual(value);
  });

  it('calls no value of its own again', () => {
    expect(valueOf('input.code', { input: { code: '{{ now() }}' } })).toBe('{{ now() }}');
  });
});

describe('failures', () => {
  it.each([
    ['1 / 0', '1 / 0'],
    ['1 % 0', '1 % 0'],
    ["1 - 'a'", "1 - 'a'"],
    ['1 + true', '1 + true'],
    ['[] + []', '[] + []'],
    ["1 < 'a'", "1 < 'a'"],
    ['[] < []', '[] < []'],
    ["-'1'", "-'1'"],
    ['1 + 9e307 * 100', '9e307 * 100'],
    ['1 in 5', '1 in 5'],
    ["1 in 'abc'", "1 in 'abc'"],
    ['input[true]', 'input[true]'],
    ['1 + nosuch(2)', 'nosuch(2)'],
    ['1 +', '+'],
    ["x + lower('a', 'b')", 'lower'],
    ['1 + lower(5)', 'lower(5)'],
  ])('%s', (source, place) => {
    const failure = failureOf(source, roots);
    expect(failure).toMatchObject({ code: 'EXPRESSION_ERROR', source, path: [] });
    expect(source.slice(failure.start, failure.end)).toBe(place);
    expect(failure.message).not.toBe('');
  });

  it('passes on what the scope throws', () => {
    const scope = {
      ...testScope(),
      root: () => {
        throw new RangeError('no such scope');
      },
    };
    expect(() => evaluateExpression(parseExpression('input'), scope)).toThrow(RangeError);
  });
});

describe('missing paths', () => {
  it.each<[string, Json, string[]]>([
    ['tasks.a.output.n', 5, []],
    ['tasks.a.output.missing.deep', null, ['tasks.a.output.missing.deep']],
    ["tasks.a.output.missing.deep ?? 'd'", 'd', []],
    ["tasks.a.output.missing.deep | default('d')", 'd', []],
    ["default(tasks.a.output.missing.deep, 'd')", 'd', []],
    ['tasks[input.text].output', null, ['tasks[input.text].output']],
    ['input.nothing', null, []],
    ['input.nothing.deep', null, ['input.nothing.deep']],
    ['input.nothing?.deep', null, []],
    ['input.none?.deep', null, ['input.none?.deep']],
    ['input?.none', null, []],
    ["input?.['none']", null, []],
    ['input.list[7]', null, ['input.list[7]']],
    ['input.text.length', null, ['input.text.length']],
    ['item', null, ['item']],
    ['error?.code', null, []],
    ['error.code', null, ['error.code']],
    ['error[input.text]', null, ['error[input.text]']],
    ['item ?? 1', 1, []],
    ['item.a ?? other.b', null, ['other.b']],
    ['item.a + item.a', null, ['item.a']],
    ['map(input.list, x => x.b)', [null, null, null], ['x.b']],
    ['first([]).a', null, ['first([]).a']],
    ['false && item.a', false, []],
  ])('%s', (source, value, missing) => {
    expect(evaluationOf(source, roots)).toEqual({ value, missing });
  });
});

describe('what is never seen', () => {
  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'length', 'map'])(
    '%s of a prototype',
    (name) => {
      for (const value of [{}, [], 'text', 1, true, null] as Json[]) {
        expect(valueOf(`input.${name}`, { input: value })).toBeNull();
        expect(valueOf(`input['${name}']`, { input: value })).toBeNull();
        expect(valueOf(`input[key]`, { input: value, key: name })).toBeNull();
        if (typeof value === 'object' && value !== null)
          expect(valueOf(`pick(input, '${name}')`, { input: Array.isArray(value) ? {} : value })).toEqual({});
      }
      expect(valueOf(name)).toBeNull();
      if (findFunction(name) === undefined) expect(failureOf(`${name}(1)`).message).toContain('no function');
    },
  );

  it('keeps a key `__proto__` as a key', () => {
    const own = JSON.parse('{"__proto__": {"polluted": 1}}') as Json;
    expect(valueOf('input.__proto__.polluted', { input: own })).toBe(1);
    expect(JSON.stringify(valueOf('{__proto__: {a: 1}}'))).toBe('{"__proto__":{"a":1}}');
    expect(JSON.stringify(valueOf('merge({a: 1}, input)', { input: own }))).toBe('{"a":1,"__proto__":{"polluted":1}}');
    expect(JSON.stringify(valueOf("groupBy(['__proto__'], x => x)"))).toBe('{"__proto__":["__proto__"]}');
    expect(JSON.stringify(valueOf('fromJson(input)', { input: '{"__proto__":1}' }))).toBe('{"__proto__":1}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
