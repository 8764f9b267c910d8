import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { numRuns } from '../testing/index.ts';
import { evaluateTemplate } from './evaluating/runExpression.ts';
import { anyExpression, anyToken, FUZZ_ROOTS } from './fuzzing.ts';
import { parseExpression } from './parsing/parseExpression.ts';
import { parseTemplate } from './parsing/parseTemplate.ts';
import { evaluateExpression, runTier, testScope } from './testing.ts';
import { childrenOf } from './tree/childrenOf.ts';
import type { ExpressionNode } from './tree/Expression.ts';

/** Every object that an escape would reach first: what makes values, and what values inherit from. */
const REACHABLE: readonly object[] = [
  ...[Object, Array, Function, String, Number, Boolean, Symbol, RegExp, Promise, Map, Set, Date, Error].flatMap(
    (constructor) => [constructor, constructor.prototype as object],
  ),
  JSON,
  Math,
  Reflect,
];

/** The current state of each of them: every own property with its descriptor, and the names of all globals. */
function snapshot(): (readonly [PropertyKey, PropertyDescriptor | undefined])[][] {
  // Their values are not compared: Node makes some of them on first access.
  const globals = Reflect.ownKeys(globalThis).map((key) => [key, undefined] as const);
  const holders = REACHABLE.map((holder) =>
    Reflect.ownKeys(holder).map((key) => [key, Object.getOwnPropertyDescriptor(holder, key)] as const),
  );
  return [globals, ...holders];
}

/** Fails when anything was added, removed or put in place of something else since. */
function expectUnchanged(before: ReturnType<typeof snapshot>): void {
  for (const [at, own] of snapshot().entries()) {
    const was = before[at] ?? [];
    expect(own.map(([key]) => key)).toEqual(was.map(([key]) => key));
    for (const [index, [key, now]] of own.entries()) {
      const then = was[index]?.[1];
      const isSame = now?.value === then?.value && now?.get === then?.get && now?.set === then?.set;
      expect(isSame || Number.isNaN(now?.value), String(key)).toBe(true);
    }
  }
}

function holdsOnlyData(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return Object.getPrototypeOf(value) === Array.prototype && value.every(holdsOnlyData);
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Reflect.ownKeys(value).every(
      (key) => typeof key === 'string' && holdsOnlyData(Object.getOwnPropertyDescriptor(value, key)?.value),
    )
  );
}

/** Every node lies in the one it is a part of, also in a tree with holes: an editor finds the node at an offset by descent. */
function expectNested(node: ExpressionNode): void {
  for (const child of childrenOf(node)) {
    if (child.start < node.start || child.end > node.end || child.start > child.end) expect(child).toBe(node);
    expectNested(child);
  }
}

/** Evaluates a source in both tiers, which have to agree; true when it has a value. */
function check(source: string): boolean {
  const expression = parseExpression(source);
  expectNested(expression.ast);
  const result = evaluateExpression(expression, testScope(FUZZ_ROOTS));
  if (result.ok) expect(holdsOnlyData(result.value.value)).toBe(true);
  else expect(result.error.end).toBeGreaterThanOrEqual(result.error.start);
  if (expression.errors.length > 0) return false;
  const [walked, compiled] = (['walk', 'closures'] as const).map((tier) =>
    runTier(expression, testScope(FUZZ_ROOTS), tier),
  );
  if (JSON.stringify(walked) !== JSON.stringify(compiled)) expect(walked, source).toEqual(compiled);
  for (const tier of [walked, compiled]) if (tier?.result.ok) expect(holdsOnlyData(tier.result.value.value)).toBe(true);
  return result.ok;
}

it('escapes nothing, whatever the grammar allows', () => {
  const before = snapshot();
  const scope = JSON.stringify(FUZZ_ROOTS);
  const count = numRuns(1_500, 20_000);
  let evaluated = 0;
  fc.assert(
    fc.property(anyExpression, (source) => {
      if (check(source)) evaluated += 1;
    }),
    { numRuns: count },
  );
  // A fuzzer whose programs all fail would prove nothing.
  expect(evaluated / count).toBeGreaterThan(0.2);
  expectUnchanged(before);
  expect(JSON.stringify(FUZZ_ROOTS)).toBe(scope);
});

it('answers any row of tokens and any text', () => {
  const before = snapshot();
  fc.assert(
    fc.property(fc.array(anyToken, { maxLength: 20 }), fc.boolean(), (tokens, hasBlanks) => {
      check(tokens.join(hasBlanks ? ' ' : ''));
    }),
    { numRuns: numRuns(2_000, 20_000) },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => void check(source)),
    { numRuns: numRuns(100) },
  );
  expectUnchanged(before);
});

it('answers any text as a template, and gives every place inside it', () => {
  const piece = fc.oneof(anyToken, fc.constantFrom('{{', '}}', '\\{{', '{{ input.n }}', ' '));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const source = pieces.join('');
      const template = parseTemplate(source);
      for (const { start, end } of [
        ...template.errors,
        ...template.expressions,
        ...template.expressions.flatMap((expression) => expression.references),
      ]) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(source.length);
        expect(start).toBeLessThanOrEqual(end);
      }
      const result = evaluateTemplate(template, testScope(FUZZ_ROOTS));
      expect(result.ok).toBe(result.ok && template.errors.length === 0);
    }),
    { numRuns: numRuns(800, 5000) },
  );
});
