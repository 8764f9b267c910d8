import { isDataMap, toJson } from '../../base/index.ts';
import { type SyntaxNode, toNodeData } from '../../syntax/index.ts';
import { cutText, type DiffPart, diffParts, partAt } from '../../text/index.ts';
import type { Difference } from '../compare/compareNodes.ts';
import type { ChangeKind, DraftChange } from './Change.ts';
import type { Names } from './Names.ts';
import { type Subject, severityOf, showsOrder, tellPath } from './Subject.ts';

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

/** So much of a value is shown in a sentence, in UTF-16 code units. */
const SHOWN = 60;

/** Two values as a sentence shows them, each cut around the place where they part. */
function tellValues(before: SyntaxNode | null, after: SyntaxNode | null): readonly [string, string] {
  const [one, other] = partAt(onLine(before), onLine(after), SHOWN);
  return [quote(before, one), quote(after, other)];
}

/** A value as a sentence shows it. */
function tellValue(node: SyntaxNode | null): string {
  return quote(node, cutText(onLine(node), SHOWN));
}

/** The words of two texts that are too long for a sentence; undefined where either is short or no text. */
function wordsOf(before: SyntaxNode | null, after: SyntaxNode | null): readonly DiffPart[] | undefined {
  const [one, other] = [toNodeData(before), toNodeData(after)];
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  if (one.length <= SHOWN && other.length <= SHOWN && !one.includes('\n') && !other.includes('\n')) return undefined;
  return joinParts(diffParts(splitWords(one), splitWords(other)));
}

/** How many words came and went: `2 words are new, 1 is gone`. */
function tellWords(parts: readonly DiffPart[]): string {
  const count = (kind: DiffPart['kind']): number =>
    parts.filter((part) => part.kind === kind).flatMap(({ text }) => text.split(/\s+/).filter((word) => word !== ''))
      .length;
  const [come, gone] = [count('added'), count('removed')];
  const told = [...(come === 0 ? [] : [`${tellCount(come)} new`]), ...(gone === 0 ? [] : [`${tellCount(gone)} gone`])];
  return told.length === 0 ? 'only its blanks differ' : told.join(' and ');
}

function tellCount(words: number): string {
  return words === 1 ? '1 word is' : `${words} words are`;
}

function splitWords(text: string): readonly string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

/** Neighbours of one kind as one. */
function joinParts(parts: readonly DiffPart[]): readonly DiffPart[] {
  const joined: DiffPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.kind === part.kind) joined[joined.length - 1] = { kind: part.kind, text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}

function onLine(node: SyntaxNode | null): string {
  const data = toNodeData(node);
  if (typeof data === 'string') return data.replaceAll(/\s+/g, ' ').trim();
  return isDataMap(data) || Array.isArray(data)
    ? JSON.stringify(toJson(data))
    : node?.kind === 'scalar'
      ? node.source
      : 'empty';
}

function quote(node: SyntaxNode | null, text: string): string {
  return typeof toNodeData(node) === 'string' ? `“${text}”` : text === '' ? 'empty' : text;
}
