import { isDataMap, toJson } from '../../base/index.ts';
import { type SyntaxNode, toNodeData } from '../../syntax/index.ts';
import { cutText, type DiffPart, diffParts, partAt } from '../../text/index.ts';

/** So much of a value is shown in a sentence, in UTF-16 code units. */
const SHOWN = 60;

/** Two values as a sentence shows them, each cut around the place where they part. */
export function tellValues(before: SyntaxNode | null, after: SyntaxNode | null): readonly [string, string] {
  const [one, other] = partAt(onLine(before), onLine(after), SHOWN);
  return [quote(before, one), quote(after, other)];
}

/** A value as a sentence shows it. */
export function tellValue(node: SyntaxNode | null): string {
  return quote(node, cutText(onLine(node), SHOWN));
}

/** The words of two texts that are too long for a sentence; undefined where either is short or no text. */
export function wordsOf(before: SyntaxNode | null, after: SyntaxNode | null): readonly DiffPart[] | undefined {
  const [one, other] = [toNodeData(before), toNodeData(after)];
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  if (one.length <= SHOWN && other.length <= SHOWN && !one.includes('\n') && !other.includes('\n')) return undefined;
  return joinParts(diffParts(splitWords(one), splitWords(other)));
}

/** How many words came and went: `2 words are new, 1 is gone`. */
export function tellWords(parts: readonly DiffPart[]): string {
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
