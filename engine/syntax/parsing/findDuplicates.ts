import type { Problem } from '../tree/Syntax.ts';
import type { MapEntry } from '../tree/SyntaxNode.ts';

/** A problem for each key that a map has already, at the later one; in linear time. The first one counts. */
export function findDuplicates(entries: readonly MapEntry[]): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const { key, keyNode } of entries) {
    if (keyNode.kind === 'alias') continue;
    if (seen.has(key)) {
      const range = { start: keyNode.start, end: keyNode.end };
      const message = `The key “${key}” is in this map twice; the first one counts. Rename or remove one of them.`;
      problems.push({ code: 'DUPLICATE_KEY', severity: 'error', range, message });
    }
    seen.add(key);
  }
  return problems;
}
