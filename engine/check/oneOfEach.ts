import type { CheckCode } from './subject/codes.ts';
import type { Finding } from './subject/Rule.ts';

/** Codes that are less specific than the codes behind them, which also give the reason. */
const LESS_SPECIFIC: ReadonlyMap<CheckCode, readonly CheckCode[]> = new Map<CheckCode, readonly CheckCode[]>([
  ['CONSTANT_CONDITION', ['ALWAYS_TRUE', 'NEVER_EQUAL']],
  ['NEVER_EQUAL', ['ROUTE_NEVER_TAKEN']],
  ['ALWAYS_TRUE', ['NOT_A_TEMPLATE']],
]);

/** The findings without those that a more specific one at the same path replaces, in their order. */
export function oneOfEach(found: readonly Finding[]): readonly Finding[] {
  if (!found.some(({ code }) => LESS_SPECIFIC.has(code))) return found;
  const codesByPath = new Map<string, Set<CheckCode>>();
  for (const { code, path } of found) {
    const key = path.join('\n');
    codesByPath.set(key, (codesByPath.get(key) ?? new Set()).add(code));
  }
  return found.filter(({ code, path }) => {
    const better = LESS_SPECIFIC.get(code);
    return better === undefined || !better.some((other) => codesByPath.get(path.join('\n'))?.has(other));
  });
}
