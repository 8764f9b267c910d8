import { ok, type Result } from '../../base/index.ts';
import {
  entryOf,
  findNode,
  followAlias,
  parseSyntax,
  pathAt,
  quoteText,
  type ScalarNode,
  type Syntax,
  type SyntaxNode,
} from '../../syntax/index.ts';
import { applyEdits, createLineIndex, type Path, type Refusal, type TextEdit } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';

/**
 * The edits that put other text in the place of what was found, in one file. What is found in a quoted text is escaped as its
 * quotes ask for. An unquoted text stays a text: where it could not be written without quotes any more, or would be read as
 * a number, a boolean or null, it gets them. Refused with `SYNTAX_ERROR` where the file would not be the same document with other
 * texts in it: where it could not be read, or would have other parts.
 * @param wanted sorted and disjoint; offsets in the text of `syntax`
 */
export function replaceFound(
  syntax: Syntax,
  path: string,
  wanted: readonly TextEdit[],
): Result<readonly TextEdit[], Refusal> {
  const edits = writeEdits(syntax, wanted);
  const text = applyEdits(syntax.text, edits);
  const after = parseSyntax(text, { syntax, edits });
  const before = new Set(syntax.errors.map(({ code, message }) => `${code} ${message}`));
  const problem = after.errors.find(
    ({ code, severity, message }) => severity === 'error' && !before.has(`${code} ${message}`),
  );
  if (problem !== undefined) {
    const { line } = createLineIndex(text).positionAt(Math.min(problem.range.start, text.length));
    return refuse(
      'SYNTAX_ERROR',
      path,
      `With that, ${path} could not be read any more, line ${line}: ${problem.message}`,
    );
  }
  if (!isAlike(syntax.root, after.root))
    return refuse(
      'SYNTAX_ERROR',
      path,
      `With that, ${path} would be read as other keys and values than it has now. Replace fewer places, or edit the YAML.`,
    );
  return ok(edits);
}

/** One edit for each place; those in one text that gets quotes become one. */
function writeEdits(syntax: Syntax, wanted: readonly TextEdit[]): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let index = 0; index < wanted.length; ) {
    const [first] = wanted.slice(index, index + 1);
    if (first === undefined) break;
    const found = scalarAt(syntax, first);
    const inside = found === null ? [first] : wantedIn(wanted, index, found.node.end);
    edits.push(...(found === null ? inside : writeInScalar(found, inside)));
    index += inside.length;
  }
  return edits;
}

function wantedIn(wanted: readonly TextEdit[], from: number, end: number): readonly TextEdit[] {
  let to = from + 1;
  while (to < wanted.length && (wanted[to]?.end ?? Number.POSITIVE_INFINITY) <= end) to += 1;
  return wanted.slice(from, to);
}

interface FoundScalar {
  readonly node: ScalarNode;
  readonly isKey: boolean;
  readonly isInFlow: boolean;
}

/** The key or value that holds a stretch of the text. */
function scalarAt(syntax: Syntax, { start, end }: TextEdit): FoundScalar | null {
  const path = pathAt(syntax, start);
  const holds = (node: SyntaxNode | null | undefined): node is ScalarNode =>
    node?.kind === 'scalar' && node.start <= start && end <= node.end;
  const parent = nodeAt(syntax, path.slice(0, -1));
  const isInFlow = parent !== null && parent.kind !== 'scalar' && parent.kind !== 'alias' && parent.style === 'flow';
  const key = parent?.kind === 'map' ? entryOf(parent, String(path.at(-1)))?.keyNode : undefined;
  if (holds(key)) return { node: key, isKey: true, isInFlow };
  const value = nodeAt(syntax, path);
  return holds(value) ? { node: value, isKey: false, isInFlow } : null;
}

function nodeAt(syntax: Syntax, path: Path): SyntaxNode | null {
  return path.length === 0 ? followAlias(syntax.root) : (findNode(syntax, path) ?? null);
}

function writeInScalar({ node, isKey, isInFlow }: FoundScalar, edits: readonly TextEdit[]): readonly TextEdit[] {
  switch (node.style) {
    case 'single':
      return edits.map((edit) => ({ ...edit, text: edit.text.replaceAll("'", "''") }));
    case 'double':
      return edits.map((edit) => ({ ...edit, text: quoteText(edit.text).slice(1, -1) }));
    case 'plain': {
      const inner = edits.map(({ start, end, text }) => ({ start: start - node.start, end: end - node.start, text }));
      const source = applyEdits(node.source, inner);
      if (isKept({ node, isKey, isInFlow }, source)) return edits;
      return [{ start: node.start, end: node.end, text: quoteText(source) }];
    }
    default:
      return edits;
  }
}

/** Whether an unquoted text can be written so, and is read as the kind of value it was. */
function isKept({ node, isKey, isInFlow }: FoundScalar, source: string): boolean {
  const entry = isKey ? `${source}: 0` : source;
  const { root, errors } = parseSyntax(`- ${isInFlow ? (isKey ? `{${entry}}` : `[${entry}]`) : entry}`);
  if (errors.some(({ code }) => code !== 'NOT_A_MAP')) return false;
  const item = onlyItem(root);
  const read = isKey ? onlyKey(item) : isInFlow ? onlyItem(item) : item;
  if (read?.kind !== 'scalar' || read.source !== source) return false;
  return isKey || typeof node.value !== 'string' || typeof read.value === 'string';
}

function onlyItem(node: SyntaxNode | null): SyntaxNode | null {
  return node?.kind === 'list' && node.items.length === 1 ? (node.items[0]?.value ?? null) : null;
}

function onlyKey(node: SyntaxNode | null): SyntaxNode | null {
  return node?.kind === 'map' && node.entries.length === 1 ? (node.entries[0]?.keyNode ?? null) : null;
}

/** Whether two trees have the same maps, lists and values in the same places, whatever their texts say. */
function isAlike(before: SyntaxNode | null, after: SyntaxNode | null): boolean {
  if (before === null || after === null) return before === after;
  if (before.kind !== after.kind || before.anchor !== after.anchor || before.tag !== after.tag) return false;
  if (before.kind === 'map' && after.kind === 'map')
    return (
      before.entries.length === after.entries.length &&
      before.entries.every((entry, index) => isAlike(entry.value, after.entries[index]?.value ?? null))
    );
  if (before.kind === 'list' && after.kind === 'list')
    return (
      before.items.length === after.items.length &&
      before.items.every((item, index) => isAlike(item.value, after.items[index]?.value ?? null))
    );
  return true;
}
