import type { Difference } from '../compare/Difference.ts';
import type { ChangeKind, DraftChange } from './Change.ts';
import type { Names } from './Names.ts';
import { type Subject, severityOf, showsOrder, tellPath } from './Subject.ts';
import { tellValue, tellValues, tellWords, wordsOf } from './tellValue.ts';

/** The change that a differing value is; null where only the order of keys differs that no run can see. */
export function tellField(subject: Subject, difference: Difference): DraftChange | null {
  const place = difference.after ?? difference.before;
  const { inside } = place;
  const isRoutes = inside.at(-1) === 'routes';
  if (difference.kind === 'reordered' && !isRoutes && !showsOrder(subject, inside)) return null;
  const words = difference.kind === 'changed' ? wordsOf(difference.before.node, difference.after.node) : undefined;
  return {
    kind: kindOf(subject, difference, isRoutes),
    severity: severityOf(subject, {
      inside,
      node: place.node,
      gone: difference.kind === 'removed' || difference.kind === 'changed',
    }),
    path: place.path,
    sentence: subject.intro + tell(difference, tellPath(inside) || 'the whole', words),
    ...(subject.task === undefined ? {} : { task: subject.task }),
    before: difference.before?.range ?? null,
    after: difference.after?.range ?? null,
    ...(words === undefined ? {} : { words }),
  };
}

function kindOf(subject: Subject, { kind, after, before }: Difference, isRoutes: boolean): ChangeKind {
  if (kind === 'reordered' && isRoutes) return 'route.reordered';
  const [first, second] = (after ?? before).inside;
  if (first === 'import') return `import.${kind}`;
  if (first === 'memory') return `memory.${kind}`;
  if (subject.kind === 'workflow') {
    if (first === 'schema' && second === 'input') return `input.${kind}`;
    if (first === 'outputs') return `output.${kind}`;
  }
  return first === 'schema' || (subject.kind === 'action' && first === 'output') ? `schema.${kind}` : `field.${kind}`;
}

function tell(difference: Difference, what: string, words: DraftChange['words']): string {
  switch (difference.kind) {
    case 'added':
      return `${what} is new: ${tellValue(difference.after.node)}.`;
    case 'removed':
      return `${what} is gone; it was ${tellValue(difference.before.node)}.`;
    case 'reordered':
      return what.endsWith('routes')
        ? `the entries of ${what} are tried in another order.`
        : `the entries of ${what} are in another order, which a run can see.`;
    case 'changed': {
      if (words !== undefined) return `the text of ${what} changed: ${tellWords(words)}.`;
      const [was, is] = tellValues(difference.before.node, difference.after.node);
      return `${what} is now ${is}; it was ${was}.`;
    }
  }
}

/** Whether a value differs only by what is called something else, which is told where that is. */
export function isExplained(names: Names, difference: Difference): boolean {
  if (difference.kind !== 'changed') return false;
  const [was, is] = [difference.before.node, difference.after.node];
  if (was?.kind !== 'scalar' || is?.kind !== 'scalar') return false;
  return names.explain(String(was.value), String(is.value)).length > 0;
}
