import type { CheckCode } from './subject/codes.ts';
import type { Finding } from './subject/Rule.ts';

/** What says less about the same place than the codes behind it: those tell the reason too. */
const SAYS_LESS: ReadonlyMap<CheckCode, readonly CheckCode[]> = new Map<CheckCode, readonly CheckCode[]>([
  ['CONSTANT_CONDITION', ['ALWAYS_TRUE', 'NEVER_EQUAL']],
  ['NEVER_EQUAL', ['ROUTE_NEVER_TAKEN']],
]);

/** The findings without those that another one at the same path says better, in their order. */
export function oneOfEach(found: readonly Finding[]): readonly Finding[] {
  if (!found.some(({ code }) => SAYS_LESS.has(code))) return found;
  const told = new Map<string, Set<CheckCode>>();
  for (const { code, path } of found) {
    const key = path.join('\n');
    told.set(key, (told.get(key) ?? new Set()).add(code));
  }
  return found.filter(({ code, path }) => {
    const better = SAYS_LESS.get(code);
    return better === undefined || !better.some((other) => told.get(path.join('\n'))?.has(other));
  });
}
