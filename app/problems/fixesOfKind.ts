import type { Diagnostic, TextEdit } from '#engine';

/** The fixes of all findings of one kind that have one, as one step. */
export interface KindFix {
  readonly code: string;
  /** How many findings it fixes. */
  readonly count: number;
  /** Sorted and disjoint; offsets in the text that was checked. */
  readonly edits: readonly TextEdit[];
}

/**
 * What fixes several findings of one kind at once: of each its first fix, where that asks nothing of the user, touches no text
 * another one has changed, and adds no key another one has added. Kinds with fewer than two such findings are omitted.
 */
export function fixesOfKind(diagnostics: readonly Diagnostic[]): readonly KindFix[] {
  const byCode = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    if ((diagnostic.fixes?.length ?? 0) !== 1) continue;
    byCode.set(diagnostic.code, [...(byCode.get(diagnostic.code) ?? []), diagnostic]);
  }
  return [...byCode].flatMap(([code, found]) => {
    const taken: TextEdit[] = [];
    const added = new Set<string>();
    let count = 0;
    for (const { fixes } of found) {
      const { edits = [], adds = [] } = fixes?.[0] ?? {};
      if (edits.length === 0 || edits.some((edit) => taken.some((other) => touches(edit, other)))) continue;
      if (adds.some((key) => added.has(key))) continue;
      taken.push(...edits);
      for (const key of adds) added.add(key);
      count += 1;
    }
    return count < 2 ? [] : [{ code, count, edits: taken.toSorted((a, b) => a.start - b.start) }];
  });
}

function touches(a: TextEdit, b: TextEdit): boolean {
  return a.start <= b.end && b.start <= a.end;
}
