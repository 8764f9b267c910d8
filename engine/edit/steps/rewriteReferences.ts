import { ok, type Result } from '../../base/index.ts';
import { type ExpressionReference, parseBareTemplate, parseTemplate } from '../../expression/index.ts';
import { isVerbatim } from '../../model/index.ts';
import { findNode, type ScalarNode, type Syntax, type SyntaxNode, setValue } from '../../syntax/index.ts';
import { isCondition } from '../../testFile/index.ts';
import type { Path, Refusal, TextEdit, TextRange } from '../../text/index.ts';
import type { Step } from './editFile.ts';
import { memberOf } from './memberOf.ts';

/** What expressions call something: `tasks.<id>`, `agents.<id>`, `tools.<id>`, `memory.<id>`. */
export interface Referent {
  readonly root: 'tasks' | 'agents' | 'tools' | 'memory';
  readonly from: string;
  readonly to: string;
}

/**
 * Rewrites every reference to something in every template of the document, each by the smallest edit inside its text.
 * Code that is never a template is left alone (format.md 8).
 */
export function rewriteReferences(referents: readonly Referent[]): Step {
  const byName = new Map(referents.map((referent) => [nameKey(referent.root, referent.from), referent] as const));
  const isFew = referents.length <= FEW && referents.every(({ from }) => /^[\w-]+$/.test(from));
  const words = new Set(referents.map(({ root, from }) => (isFew ? from : root)));
  return (syntax) => {
    const edits: TextEdit[] = [];
    for (const { node, path } of listScalars(syntax, [], findWords(syntax.text, words))) {
      const rewritten = rewriteScalar(syntax, { node, path, referents: byName });
      if (!rewritten.ok) return rewritten;
      edits.push(...rewritten.value);
    }
    return ok(edits);
  };
}

/** What a reference is replaced by: its root and the first `keys` keys are replaced by the text. Null: it stays. */
export type ReferenceRule = (
  reference: ExpressionReference,
  path: Path,
) => { readonly keys: number; readonly text: string } | null;

/** Rewrites references by a rule in every template at and below a path, each by the smallest edit inside its text. */
export function rewriteTemplates(within: Path, rule: ReferenceRule): Step {
  return (syntax) => {
    const edits: TextEdit[] = [];
    for (const { node, path: place } of listScalars(syntax, within)) {
      const value = String(node.value);
      const changes = parseScalar(value, place).flatMap((reference) => {
        const found = rule(reference, place);
        const last = found ? reference.keys[found.keys - 1] : undefined;
        if (found === null) return [];
        const plain = last?.end ?? reference.start + reference.root.length;
        const end = last && /['"]/.test(value.charAt(last.end - 1)) ? value.indexOf(']', last.end) + 1 : plain;
        return [{ anchor: reference.start, start: reference.start, end, text: found.text }];
      });
      const written = writeChanges(syntax, { node, path: place }, changes);
      if (!written.ok) return written;
      edits.push(...written.value);
    }
    return ok(edits);
  };
}

/** Puts another key for one of a reference's wherever `keyOf` gives its index, each by the smallest edit inside its text. */
export function renameKeys(to: string, keyOf: (reference: ExpressionReference, path: Path) => number | null): Step {
  return (syntax) => {
    const edits: TextEdit[] = [];
    for (const { node, path } of listScalars(syntax, [])) {
      const value = String(node.value);
      const changes = parseScalar(value, path).flatMap((reference) => {
        const index = keyOf(reference, path);
        return index === null ? [] : changeKey(value, { reference, index, to });
      });
      const written = writeChanges(syntax, { node, path }, changes);
      if (!written.ok) return written;
      edits.push(...written.value);
    }
    return ok(edits);
  };
}

/** Every reference in the templates at and below a path, with the place of its text. */
export function findReferences(
  syntax: Syntax,
  within: Path,
): readonly { readonly reference: ExpressionReference; readonly path: Path }[] {
  return listScalars(syntax, within).flatMap(({ node, path }) =>
    parseScalar(String(node.value), path).map((reference) => ({ reference, path })),
  );
}

interface PlacedScalar {
  readonly node: ScalarNode;
  readonly path: Path;
}

/** Of so many names at most, each is looked for in the text; of more, only what all of them are read from. */
const FEW = 4;

/** Whether a stretch of a text has one of some words, which are letters, or an escape, behind which one may be. */
function findWords(text: string, words: ReadonlySet<string>): (stretch: TextRange) => boolean {
  const places = [...words, '\\'].flatMap((word) => indicesOf(text, word)).sort((a, b) => a - b);
  return ({ start, end }) => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (places[low] ?? end) < end;
  };
}

/**
 * Every text at and below a path that may hold a template, in document order; the target of an alias comes once. What `isAsked` denies of
 * a stretch of the text is not looked into.
 */
function listScalars(syntax: Syntax, within: Path, isAsked?: (stretch: TextRange) => boolean): PlacedScalar[] {
  const found: PlacedScalar[] = [];
  const visit = (node: SyntaxNode | null, path: Path): void => {
    if (node === null || isAsked?.(node) === false) return;
    if (node.kind === 'map') {
      for (const { key, value } of node.entries) {
        const at = [...path, key];
        if (!isVerbatim(syntax, at)) visit(value, at);
      }
    } else if (node.kind === 'list') {
      for (const [index, item] of node.items.entries()) visit(item.value, [...path, index]);
    } else if (node.kind === 'scalar' && typeof node.value === 'string') {
      found.push({ node, path });
    }
  };
  visit(within.length === 0 ? syntax.root : (findNode(syntax, within) ?? null), within);
  return found;
}

interface Rewriting extends PlacedScalar {
  /** By root and name. */
  readonly referents: ReadonlyMap<string, Referent>;
}

function rewriteScalar(syntax: Syntax, { node, path, referents }: Rewriting): Result<readonly TextEdit[], Refusal> {
  const value = String(node.value);
  const changes = parseScalar(value, path).flatMap((reference) => {
    const [name] = reference.path;
    const referent = typeof name === 'string' ? referents.get(nameKey(reference.root, name)) : undefined;
    return referent ? changeKey(value, { reference, index: 0, to: referent.to }) : [];
  });
  return writeChanges(syntax, { node, path }, changes);
}

function nameKey(root: string, name: string): string {
  return `${root} ${name}`;
}

function parseScalar(value: string, path: Path): readonly ExpressionReference[] {
  const isBare = takesBareExpression(path);
  if (!isBare && !value.includes('{{')) return [];
  const template = isBare ? parseBareTemplate(value) : parseTemplate(value);
  return template.expressions.flatMap((expression) => expression.references);
}

function writeChanges(
  syntax: Syntax,
  { node, path }: PlacedScalar,
  changes: readonly KeyChange[],
): Result<readonly TextEdit[], Refusal> {
  if (changes.length === 0) return ok([]);
  const value = String(node.value);
  const placed = changes.map((change) => placeChange(node, value, change));
  const edits = placed.filter((edit) => edit !== null);
  return edits.length === placed.length ? ok(edits) : setValue(syntax, path, applyChanges(value, changes));
}

/** A key of a reference that changes; offsets in the value of the scalar. `anchor` is where its reference begins. */
interface KeyChange extends TextEdit {
  readonly anchor: number;
}

interface KeyRename {
  readonly reference: ExpressionReference;
  /** Which of its keys. */
  readonly index: number;
  readonly to: string;
}

function changeKey(value: string, { reference, index, to }: KeyRename): KeyChange[] {
  const key = reference.keys[index];
  if (!key) return [];
  const written = value.slice(key.start, key.end);
  const member = memberOf(to);
  const isQuoted = /^['"]/.test(written);
  if (isQuoted) {
    const quote = written.charAt(0);
    const text = to.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
    return [{ anchor: reference.start, start: key.start + 1, end: key.end - 1, text }];
  }
  if (member.startsWith('.')) return [{ anchor: reference.start, ...key, text: to }];
  const dot = value.lastIndexOf('.', key.start);
  const isOptional = value[dot - 1] === '?';
  return [{ anchor: reference.start, start: dot + (isOptional ? 1 : 0), end: key.end, text: member }];
}

/**
 * The change as an edit of the document: where the characters of the scalar as written hold the reference as often as
 * its value does, the same occurrence is meant. Null where escapes or folding hide it.
 */
function placeChange(node: ScalarNode, value: string, change: KeyChange): TextEdit | null {
  const needle = value.slice(change.anchor, change.end);
  const offset = node.end - node.source.length;
  const inValue = indicesOf(value, needle);
  const inSource = indicesOf(node.source, needle);
  if (inValue.length !== inSource.length || !isSafeIn(node, change.text)) return null;
  const at = inSource[inValue.indexOf(change.anchor)];
  if (at === undefined) return null;
  const start = offset + at + (change.start - change.anchor);
  return { start, end: start + (change.end - change.start), text: change.text };
}

/** Whether text may be put into a scalar as it is, without escapes of its style. */
function isSafeIn(node: ScalarNode, text: string): boolean {
  if (node.style === 'single') return !text.includes("'");
  if (node.style === 'double') return !/["\\]/.test(text);
  return node.style !== 'plain' || !/[#:'"]/.test(text);
}

function indicesOf(text: string, needle: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) found.push(at);
  return found;
}

function applyChanges(value: string, changes: readonly KeyChange[]): string {
  const sorted = changes.toSorted((a, b) => b.start - a.start);
  return sorted.reduce((text, { start, end, text: added }) => text.slice(0, start) + added + text.slice(end), value);
}

/** `condition`, `items` and `filter` of a config, a route or an error handler may be an expression without braces; so may what a test expects under `that`. */
function takesBareExpression(path: Path): boolean {
  if (isCondition(path)) return true;
  const [key, parent, grandparent] = [path.at(-1), path.at(-2), path.at(-3)];
  if (key === 'items' || key === 'filter') return parent === 'config';
  return key === 'condition' && (parent === 'config' || parent === 'on_error' || grandparent === 'routes');
}
