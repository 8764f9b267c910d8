import { exitsOf } from '../../../model/index.ts';
import { entryOf, findNode } from '../../../syntax/index.ts';
import { fixByRemoving } from '../../subject/fixes.ts';
import { idsAt, nextPath } from '../../subject/idPlaces.ts';
import type { Rule } from '../../subject/Rule.ts';

/** Lists of `next` that name a task twice: it runs once. */
export const checkRepeats: Rule = function* (subject) {
  for (const { task } of subject.analysis.graph.nodes.values()) {
    for (const { target } of exitsOf(task)) {
      if (target.next.length === 0) continue;
      const whole = findNode(subject.tree, target.path);
      if (whole?.kind === 'scalar') continue;
      const path = nextPath(whole, target.path);
      const written =
        whole?.kind === 'map' ? (entryOf(whole, 'next')?.value ?? undefined) : findNode(subject.tree, path);
      const seen = new Set<string>();
      for (const [index, id] of written?.kind === 'scalar' ? [] : idsAt(written)) {
        const count = seen.size;
        if (index !== null && seen.add(id).size === count) {
          const place = [...path, index];
          const message = `"${id}" is twice in this list, and still runs once.`;
          const fixes = fixByRemoving(subject, place, 'Remove the second');
          yield { code: 'DUPLICATE_TARGET', path: place, message, fixes };
        }
      }
    }
  }
};
