import { equalJson, isJsonObject, type Json, ownValue } from '../../base/index.ts';
import { compileData, evaluateCompiled, isTruthy, parseTemplate, tellFailure } from '../../expression/index.ts';
import type { Path } from '../../text/index.ts';
import { type RunCall, sentBy } from '../cassette/listCalls.ts';

/** One place where a value is not as expected. `actual` is undefined where there is nothing, `expected` where nothing must be. */
export interface Mismatch {
  /** Where it is in the value. */
  readonly at: string;
  /** Where it is in what is expected, `exactly` included; of what must not be there, where it would be. */
  readonly path: Path;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
  /** Set where an expression was not true. */
  readonly why?: string;
}

/** What expressions read besides the `value` that they are about, and the time of the run in ms since the epoch. */
export interface MatchScope {
  readonly root: (name: string) => Json | undefined;
  readonly now: number;
}

/** Where in a value it is looked, and whether all there is must be named. */
interface MatchPlace extends Pick<Mismatch, 'at' | 'path'> {
  readonly isWhole: boolean;
}

/** The only key of an expected map that has all there is. */
const EXACTLY = 'exactly';

/** What is expected under the key `exactly`, where that is the only one of a map; undefined: a part is expected. */
export function wholeOf(expected: Json): Json | undefined {
  if (!isJsonObject(expected)) return undefined;
  return Object.keys(expected).length === 1 ? ownValue(expected, EXACTLY) : undefined;
}

/**
 * Where a value is not as expected: maps must have the keys that are named, and under `exactly` no others; lists as many items; and a text
 * that is one expression must be true of the `value` there.
 */
export function matchValue(
  expected: Json,
  actual: Json | undefined,
  scope: MatchScope,
  place: MatchPlace = { at: '', path: [], isWhole: false },
): readonly Mismatch[] {
  const { at, path, isWhole } = place;
  const whole = isWhole ? undefined : wholeOf(expected);
  if (whole !== undefined) return matchValue(whole, actual, scope, { at, path: [...path, EXACTLY], isWhole: true });
  const differs: readonly Mismatch[] = [{ at, path, expected, actual }];
  if (typeof expected === 'string' && parseTemplate(expected).kind === 'expression') {
    const root = (name: string): Json | undefined => (name === 'value' ? (actual ?? null) : scope.root(name));
    const why = explainUntrue(expected, { ...scope, root });
    return why === null ? [] : [{ at, path, expected, actual, why }];
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs;
    return expected.flatMap((item: Json, index) => matchValue(item, actual[index], scope, inside(place, index)));
  }
  if (isJsonObject(expected)) {
    if (!isJsonObject(actual)) return differs;
    const extra = isWhole ? Object.entries(actual).filter(([key]) => ownValue(expected, key) === undefined) : [];
    return [
      ...Object.entries(expected).flatMap(([key, item]) =>
        matchValue(item, ownValue(actual, key), scope, inside(place, key)),
      ),
      ...extra.map(([key, value]) => ({ ...inside(place, key), expected: undefined, actual: value })),
    ];
  }
  return actual !== undefined && equalJson(expected, actual) ? [] : differs;
}

function inside({ at, path, isWhole }: MatchPlace, key: string | number): MatchPlace {
  return { at: at === '' ? String(key) : `${at}.${key}`, path: [...path, key], isWhole };
}

/** Why an expression is not true: what it gives, or that it fails; null where it is true. */
export function explainUntrue(source: string, { root, now }: MatchScope): string | null {
  const evaluated = evaluateCompiled(compileData(source, { bare: true }), { root, now: () => now, random: () => 0 });
  if (!evaluated.ok) return `it fails: ${tellFailure(evaluated.error)}`;
  return isTruthy(evaluated.value.value) ? null : `it gives ${JSON.stringify(evaluated.value.value)}`;
}

/** Calls like what is expected, memories aside. @param use a built-in, a tool or an agent, by its name in the workflow or by what it runs */
export function findLike(
  calls: readonly RunCall[],
  { use, sent, scope }: { readonly use: string | null; readonly sent: Json | undefined; readonly scope: MatchScope },
): readonly RunCall[] {
  return calls.filter((call) => {
    if (call.kind === 'memory' || (use !== null && !isOf(call, use))) return false;
    return sent === undefined || matchValue(sent, sentBy(call), scope).length === 0;
  });
}

/** Whether a call is one of a built-in, a tool or an agent. @param use its name in the workflow, or what it runs */
export function isOf({ name, request }: RunCall, use: string): boolean {
  return name === use || (isJsonObject(request) && request['use'] === use);
}
