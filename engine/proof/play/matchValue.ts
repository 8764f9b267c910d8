import { equalJson, isJsonObject, type Json, ownValue } from '../../base/index.ts';
import { compileData, evaluateCompiled, isTruthy, parseTemplate, tellFailure } from '../../expression/index.ts';

/** One place where a value is not as expected. `actual` is undefined where there is nothing. */
export interface Mismatch {
  readonly path: string;
  readonly expected: Json;
  readonly actual: Json | undefined;
  /** Set where an expression was not true. */
  readonly why?: string;
}

/** What expressions read besides the `value` that they are about, and the time of the run in ms since the epoch. */
export interface MatchScope {
  readonly root: (name: string) => Json | undefined;
  readonly now: number;
}

/**
 * Where a value is not as expected: maps must have the keys that are named, lists as many items, and a text that is one
 * expression must be true of the `value` there.
 */
export function matchValue(
  expected: Json,
  actual: Json | undefined,
  scope: MatchScope,
  path = '',
): readonly Mismatch[] {
  const differs: readonly Mismatch[] = [{ path, expected, actual }];
  if (typeof expected === 'string' && parseTemplate(expected).kind === 'expression') {
    const root = (name: string): Json | undefined => (name === 'value' ? (actual ?? null) : scope.root(name));
    const why = explainUntrue(expected, { ...scope, root });
    return why === null ? [] : [{ path, expected, actual, why }];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs;
    return expected.flatMap((item: Json, index) =>
      matchValue(item, actual[index], scope, joinPath(path, String(index))),
    );
  }
  if (isJsonObject(expected)) {
    if (!isJsonObject(actual)) return differs;
    return Object.entries(expected).flatMap(([key, item]) =>
      matchValue(item, ownValue(actual, key), scope, joinPath(path, key)),
    );
  }
  return actual !== undefined && equalJson(expected, actual) ? [] : differs;
}

/** Why an expression is not true: what it gives, or that it fails; null where it is true. */
export function explainUntrue(source: string, { root, now }: MatchScope): string | null {
  const evaluated = evaluateCompiled(compileData(source, { bare: true }), { root, now: () => now, random: () => 0 });
  if (!evaluated.ok) return `it fails: ${tellFailure(evaluated.error)}`;
  return isTruthy(evaluated.value.value) ? null : `it gives ${JSON.stringify(evaluated.value.value)}`;
}

function joinPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
