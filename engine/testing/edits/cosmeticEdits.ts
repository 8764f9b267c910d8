import type { Analysis } from '../../graph/index.ts';
import { walkTasks } from '../../model/index.ts';
import { isFirstOnLine, type MapNode, type SyntaxNode, setValue } from '../../syntax/index.ts';
import { applyEdits, type TextEdit } from '../../text/index.ts';
import type { Dice } from '../simulation/Dice.ts';

/** An edit that leaves a workflow what it is. */
export interface CosmeticEdit {
  readonly what: string;
  readonly text: string;
}

/** One cosmetic edit of a text, chosen by dice: of comments, blank lines, quotes, line breaks, the order of keys, names, unknown keys. */
export function makeCosmeticEdit(analysis: Analysis, dice: Dice): CosmeticEdit | null {
  const make = dice.pick(MAKERS, noteAbove);
  const { text } = analysis.syntax;
  const made = make(analysis, dice);
  if (made === null) return null;
  const changed = typeof made.edits === 'string' ? made.edits : applyEdits(text, made.edits);
  return changed === text ? null : { what: made.what, text: changed };
}

type Made = { readonly what: string; readonly edits: readonly TextEdit[] | string } | null;
type Maker = (analysis: Analysis, dice: Dice) => Made;

const MAKERS: readonly Maker[] = [
  noteAbove,
  noteBehind,
  blankLine,
  requote,
  requote,
  requoteKey,
  swapKeys,
  swapKeys,
  renameTitle,
  addUnknownKey,
  breakLines,
];

const insert = (at: number, text: string): readonly TextEdit[] => [{ start: at, end: at, text }];

function noteAbove(analysis: Analysis, dice: Dice): Made {
  const { text } = analysis.syntax;
  const spot = dice.pick(
    entriesOf(analysis).filter(({ start }) => isFirstOnLine(text, start)),
    null,
  );
  if (spot === null) return null;
  const margin = text.slice(text.lastIndexOf('\n', spot.start - 1) + 1, spot.start).replace('\ufeff', '');
  return { what: 'comment above', edits: insert(spot.start, `# note ${dice.roll(100)}\n${margin}`) };
}

function noteBehind(analysis: Analysis, dice: Dice): Made {
  const { text } = analysis.syntax;
  const spot = dice.pick(
    scalarsOf(analysis).filter(
      ({ end, style }) => isQuotedOrPlain(style) && /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 80)),
    ),
    null,
  );
  return spot === null ? null : { what: 'comment behind', edits: insert(spot.end, ' # so it is') };
}

function blankLine(analysis: Analysis, dice: Dice): Made {
  const { text } = analysis.syntax;
  const lines = entriesOf(analysis).filter(({ start }) => isFirstOnLine(text, start) && start > 0);
  const spot = dice.pick(lines, null);
  return spot === null ? null : { what: 'blank line', edits: insert(text.lastIndexOf('\n', spot.start - 1) + 1, '\n') };
}

function requote(analysis: Analysis, dice: Dice): Made {
  const texts = scalarsOf(analysis).filter(
    ({ value, style, source }) => typeof value === 'string' && isQuotedOrPlain(style) && !/[\n\t\\]/.test(source),
  );
  const node = dice.pick(texts, null);
  if (node === null) return null;
  const value = String(node.value);
  const text = dice.chance(50) ? JSON.stringify(value) : `'${value.replaceAll("'", "''")}'`;
  return { what: `quotes of ${node.source}`, edits: [{ start: node.start, end: node.end, text }] };
}

function requoteKey(analysis: Analysis, dice: Dice): Made {
  const keys = entriesOf(analysis).flatMap(({ keyNode }) =>
    keyNode?.kind === 'scalar' &&
    keyNode.style === 'plain' &&
    keyNode.source !== '<<' &&
    /^[\w-]+$/.test(keyNode.source)
      ? [keyNode]
      : [],
  );
  const node = dice.pick(keys, null);
  return node === null
    ? null
    : {
        what: `quotes of the key ${node.source}`,
        edits: [{ start: node.start, end: node.end, text: `"${node.source}"` }],
      };
}

/** Two neighbouring keys of a task, which are read by their names. */
function swapKeys({ syntax, workflow }: Analysis, dice: Dice): Made {
  const { text } = syntax;
  if (/[&*]/.test(text)) return null;
  const maps = walkTasks(workflow).flatMap(({ task }) => {
    const node = nodeAt(syntax.root, task.path);
    return node?.kind === 'map' && node.style === 'block' && node.entries.length > 2 ? [node] : [];
  });
  const map = dice.pick(maps, null);
  if (map === null || new Set(map.entries.map(({ key }) => key)).size !== map.entries.length) return null;
  const index = 1 + dice.roll(map.entries.length - 2);
  const [one, other] = [map.entries[index], map.entries[index + 1]];
  if (one === undefined || other === undefined || !isFirstOnLine(text, one.start) || !isFirstOnLine(text, other.start))
    return null;
  const lineOf = (offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
  const ending = text.charAt(other.end - 1) === '\n' ? other.end : text.indexOf('\n', other.end) + 1;
  if (ending === 0) return null;
  const [first, second] = [text.slice(lineOf(one.start), lineOf(other.start)), text.slice(lineOf(other.start), ending)];
  return {
    what: `order of ${one.key} and ${other.key}`,
    edits: [{ start: lineOf(one.start), end: ending, text: second + first }],
  };
}

function renameTitle({ syntax, workflow }: Analysis, dice: Dice): Made {
  const task = dice.pick(walkTasks(workflow), null)?.task;
  if (task === undefined) return null;
  const edits = setValue(syntax, [...task.path, 'name'], `Title ${dice.roll(1000)}`);
  return edits.ok ? { what: `name of ${task.id}`, edits: edits.value } : null;
}

function addUnknownKey({ syntax, workflow }: Analysis, dice: Dice): Made {
  const task = dice.pick(walkTasks(workflow), null)?.task;
  if (task === undefined) return null;
  const edits = setValue(syntax, [...task.path, 'x-owner'], `team ${dice.roll(1000)}`);
  return edits.ok ? { what: `unknown key of ${task.id}`, edits: edits.value } : null;
}

function breakLines({ syntax: { text } }: Analysis): Made {
  return text.includes('\r') ? null : { what: 'line breaks', edits: text.replaceAll('\n', '\r\n') };
}

function isQuotedOrPlain(style: string): boolean {
  return style === 'plain' || style === 'single' || style === 'double';
}

interface EntryStart {
  readonly start: number;
  readonly keyNode: SyntaxNode | null;
}

/** Entries of maps and items of lists in block style. */
function entriesOf({ syntax }: Analysis): readonly EntryStart[] {
  return nodesOf(syntax.root).flatMap((node): EntryStart[] => {
    if (node.kind === 'map' && node.style === 'block')
      return node.entries.map(({ start, keyNode }) => ({ start, keyNode }));
    if (node.kind === 'list' && node.style === 'block')
      return node.items.map(({ start }) => ({ start, keyNode: null }));
    return [];
  });
}

function scalarsOf({ syntax }: Analysis): readonly Extract<SyntaxNode, { kind: 'scalar' }>[] {
  return nodesOf(syntax.root).flatMap((node) => (node.kind === 'scalar' && node.tag === null ? [node] : []));
}

/** A node and everything in it, without keys. */
function nodesOf(node: SyntaxNode | null): readonly SyntaxNode[] {
  if (node === null) return [];
  if (node.kind === 'map') return [node, ...node.entries.flatMap(({ value }) => nodesOf(value))];
  return node.kind === 'list' ? [node, ...node.items.flatMap(({ value }) => nodesOf(value))] : [node];
}

function nodeAt(root: SyntaxNode | null, path: readonly (string | number)[]): MapNode | SyntaxNode | null {
  let node = root;
  for (const step of path) {
    if (node?.kind === 'map') node = node.entries.find(({ key }) => key === step)?.value ?? null;
    else node = node?.kind === 'list' && typeof step === 'number' ? (node.items[step]?.value ?? null) : null;
  }
  return node;
}
