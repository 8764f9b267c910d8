import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/index.ts';
import { parseExpression } from '../parsing/parseExpression.ts';
import { evaluateExpression, testScope } from '../testing.ts';
import { FUNCTION_TYPES, type ValueKind } from './functionTypes.ts';
import { FUNCTION_NAMES, type FunctionName, findFunction } from './registry.ts';

/** Values of each kind: among the texts a date, a number, a duration, a zone. */
const SAMPLES: Readonly<Record<ValueKind, readonly string[]>> = {
  text: ["'2026-01-01'", "'1'", "'1h'", "'Z'"],
  number: ['1', '2'],
  boolean: ['true'],
  list: ["['a', 'b']", '[1, 2]'],
  map: ["{a: 'x'}"],
};
const KINDS = Object.keys(SAMPLES) as ValueKind[];
const ARROWS: Readonly<Record<string, string>> = {
  reduce: '(acc, x, i) => [acc, x, i]',
  sort: 'x => x',
};

/** Every way to take one of each. */
function combine<T>(choices: readonly (readonly T[])[]): (readonly T[])[] {
  return choices.reduce<(readonly T[])[]>(
    (rows, next) => rows.flatMap((row) => next.map((one) => [...row, one])),
    [[]],
  );
}

/** Calls of a function with arguments of these kinds. */
function callsOf(name: FunctionName, kinds: readonly ValueKind[]): string[] {
  const arrow = findFunction(name)?.arrow;
  return combine(kinds.map((kind) => SAMPLES[kind])).map((samples) => {
    const args = [...samples];
    if (arrow !== undefined && (!arrow.isOptional || args.length < 2))
      args.splice(arrow.index, 0, ARROWS[name] ?? '(x, i) => x');
    return `${name}(${args.join(', ')})`;
  });
}

/** Undefined where it fails. */
function tryValue(source: string): Json | undefined {
  const result = evaluateExpression(parseExpression(source), testScope());
  return result.ok ? result.value.value : undefined;
}

function kindOf(value: Json): ValueKind | 'null' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'map';
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';
}

/** What the result may be, by the kind of the first argument. */
function expectedKinds(name: FunctionName, [first]: readonly ValueKind[]): readonly string[] {
  const { result } = FUNCTION_TYPES[name];
  switch (result) {
    case 'text':
    case 'number':
    case 'boolean':
      return [result];
    case 'any':
      return [...KINDS, 'null'];
    case 'same as argument 0':
    case 'date as argument 0':
    case 'argument 0 or 1':
      return first === undefined ? [] : [first];
    case 'item of argument 0':
    case 'item of argument 0 or an argument':
      return ['text', 'number', 'boolean'];
    case "the arrow's result or argument 1":
    case 'list of text':
    case 'list of numbers':
    case 'items of items of argument 0':
    case 'list of values of argument 0':
    case 'list of entries of argument 0':
    case "list of the arrow's results":
      return ['list'];
    case 'map of lists of items of argument 0':
    case 'keys of all arguments':
    case 'named keys of argument 0':
    case 'other keys of argument 0':
      return ['map'];
    default:
      return result satisfies never;
  }
}

describe('types of functions', () => {
  it.each(FUNCTION_NAMES)('%s takes and returns the types it declares, and refuses all others', (name) => {
    const { parameters, arrow } = FUNCTION_TYPES[name];
    const accepted = parameters.map((kinds) => kinds ?? KINDS);
    const fewest = (findFunction(name)?.arity[0] ?? 0) - (findFunction(name)?.arrow === undefined ? 0 : 1);
    const taken = parameters.map(() => new Set<ValueKind>());
    for (let count = Math.max(fewest, 0); count <= parameters.length; count += 1) {
      const given = accepted.slice(0, count);
      for (const kinds of combine(given))
        for (const source of callsOf(name, kinds)) {
          const value = tryValue(source);
          if (value === undefined) continue;
          expect(expectedKinds(name, kinds), source).toContain(kindOf(value));
          for (const [at, kind] of kinds.entries()) taken[at]?.add(kind);
        }
      for (const [at, own] of given.entries()) {
        const wrong = KINDS.filter((kind) => !own.includes(kind));
        for (const kinds of combine(given.map((right, index) => (index === at ? wrong : right))))
          for (const source of callsOf(name, kinds)) expect(tryValue(source), source).toBeUndefined();
      }
    }
    for (const [at, kinds] of accepted.entries())
      expect([...(taken[at] ?? [])].sort(), `argument ${at}`).toEqual([...kinds].sort());
    expect(arrow?.length).toBe(findFunction(name)?.arrow?.parameters);
  });
});
