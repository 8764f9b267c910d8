import { createLineIndex, type Diagnostic, type LineIndex, type TextEdit } from '../../text/index.ts';
import { MAX_ERRORS, MAX_LENGTH } from '../lines/limits.ts';
import { hasContent } from '../lines/splitText.ts';
import { findNode, pathAt } from '../tree/findNode.ts';
import { MERGE_KEY, mergedMaps, type Problem, type Syntax, type SyntaxNode } from '../tree/Syntax.ts';
import { type Chunks, finishReading, joinChunks, type ParsedTree, readChunks, requestedText } from './chunks.ts';
import { parseFragment } from './parseFragment.ts';
import { keptChunks, patchChunks } from './patchChunks.ts';
import { findControlCharacters } from './problems.ts';
import { resolveAliases } from './resolveAliases.ts';

/** A tree of the text before, and the edits that lead from that text to the new one. */
export interface PreviousSyntax {
  readonly syntax: Syntax;
  readonly edits: readonly TextEdit[];
}

/** The parts a tree was put together from, kept for the next parse. */
const chunksOf = new WeakMap<Syntax, Chunks>();
const withReferences = new WeakSet<Syntax>();

/**
 * Reads a YAML text. Broken text gives the tree that could be had, and errors; only {@link YamlMissing} is thrown, in browsers. With `previous`, whose edits
 * must lead to `text`, only the top entries and list items that it does not have are read, of a task with `tasks` only the tasks
 * inside; the answer is the same as without.
 *
 * Problems have the codes SYNTAX_ERROR, DUPLICATE_KEY, UNQUOTED_TEMPLATE, MULTIPLE_DOCUMENTS, TAB_INDENT, TOO_LARGE,
 * TOO_MANY_NODES, TOO_DEEP, ALIAS_UNKNOWN, ALIAS_CYCLE, ALIAS_EXPANSION, UNSUPPORTED_TAG, COMPLEX_KEY, BINARY_FILE,
 * NUMBER_PRECISION and NOT_A_MAP (errors), MERGE_KEY (warning), EMPTY_DOCUMENT (info).
 */
export function parseSyntax(text: string, previous?: PreviousSyntax): Syntax {
  const kept = previous && chunksOf.get(previous.syntax);
  const refused = refuseText(text, kept && previous.edits);
  if (refused !== null) return { text, root: null, errors: [{ ...refused, path: [] }] };
  const before = previous?.syntax.text ?? '';
  const patched = kept ? patchChunks(text, kept, { before, edits: previous.edits }) : null;
  const tree = patched && joinChunks(patched);
  if (tree !== null) return buildSyntax(text, patched, tree);
  const reading = readChunks(text, kept && keptChunks(text, kept, before));
  const chunks = finishReading(reading, (request) => parseFragment(requestedText(text, request), request.depth));
  return buildSyntax(text, chunks, (chunks && joinChunks(chunks)) ?? readWhole(text));
}

/** The syntax of a text whose tree has been put together; `chunks` are kept for the next parse. */
export function buildSyntax(text: string, chunks: Chunks | null, tree: ParsedTree): Syntax {
  const { root, problems } = finishTree(tree);
  const syntax: Syntax = { text, root, errors: [] };
  const all = [...problems, ...describeRoot(root, problems)].sort((a, b) => a.range.start - b.range.start);
  let index: LineIndex | null = null;
  const lines = (): LineIndex => {
    index ??= createLineIndex(text);
    return index;
  };
  const errors = chooseReported(all).map((problem) => withPath(syntax, problem));
  const named = errors.map((error) => (error.code === 'DUPLICATE_KEY' ? nameFirst(syntax, error, lines) : error));
  const result: Syntax = { ...syntax, errors: named };
  if (chunks !== null) chunksOf.set(result, chunks);
  if (tree.hasReferences) withReferences.add(result);
  return result;
}

/** The first problems of a text; where the rest of it is not read, the last of them says so. */
function chooseReported<P extends Pick<Syntax['errors'][number], 'code'>>(all: readonly P[]): readonly P[] {
  const stop = all.slice(MAX_ERRORS).find(({ code }) => code === 'TOO_MANY_NODES' || code === 'TOO_DEEP');
  return stop === undefined ? all.slice(0, MAX_ERRORS) : [...all.slice(0, MAX_ERRORS - 1), stop];
}

/** Whether a document has anchors or aliases. */
export function hasReferences(syntax: Syntax): boolean {
  return withReferences.has(syntax);
}

function readWhole(text: string): ParsedTree {
  if (!hasContent(text))
    return { root: null, problems: findControlCharacters(text), nodeCount: 0, hasReferences: false };
  const { root, problems, nodeCount, hasReferences } = parseFragment(text, 0);
  return { root, problems, nodeCount, hasReferences };
}

function finishTree(tree: ParsedTree): { readonly root: SyntaxNode | null; readonly problems: readonly Problem[] } {
  if (!tree.hasReferences || tree.root === null) return tree;
  const resolved = resolveAliases(tree.root, tree.nodeCount);
  return { root: resolved.root, problems: [...tree.problems, ...resolved.problems, ...findMergeKeys(resolved.root)] };
}

/** Texts that are not read at all. With the edits from a text that was read, only the edits are checked. */
function refuseText(text: string, edits?: readonly TextEdit[]): Problem | null {
  if (text.length > MAX_LENGTH) {
    const message = 'The file is larger than 10 MiB and is not read. Split it into several files with import.';
    return { code: 'TOO_LARGE', severity: 'error', range: { start: 0, end: 1 }, message };
  }
  if (edits?.every((edit) => !edit.text.includes('\0'))) return null;
  const start = text.indexOf('\0');
  if (start < 0) return null;
  const message = 'This is not text: it holds NUL characters, as images and archives do. Choose a YAML file.';
  return { code: 'BINARY_FILE', severity: 'error', range: { start, end: start + 1 }, message };
}

function describeRoot(root: SyntaxNode | null, problems: readonly Problem[]): readonly Problem[] {
  if (root?.kind === 'map') return [];
  if (root === null) {
    if (problems.length > 0) return [];
    const message = 'The document is empty. Add “tasks:” with a first task, or start from a template.';
    return [{ code: 'EMPTY_DOCUMENT', severity: 'info', range: { start: 0, end: 0 }, message }];
  }
  const found = root.kind === 'list' ? 'a list' : root.kind === 'alias' ? 'an alias' : 'a single value';
  const message = `A workflow is a map of keys such as “tasks:”, but this document is ${found}. Put a key with a colon in front of it.`;
  const firstLineEnd = root.kind === 'scalar' ? root.end : root.start + 1;
  return [{ code: 'NOT_A_MAP', severity: 'error', range: { start: root.start, end: firstLineEnd }, message }];
}

/** A warning for each `<<` that merges: other tools do not know it, since YAML 1.2 dropped it. */
function findMergeKeys(root: SyntaxNode): Problem[] {
  const problems: Problem[] = [];
  const visit = (node: SyntaxNode | null): void => {
    if (node?.kind === 'list') for (const item of node.items) visit(item.value);
    if (node?.kind !== 'map') return;
    const merges = mergedMaps(node).length > 0;
    for (const { key, keyNode, value } of node.entries) {
      visit(value);
      if (!merges || key !== MERGE_KEY) continue;
      const message =
        'The merge key << is not part of YAML 1.2. It works here, but other tools may take it for an ordinary key.';
      problems.push({
        code: 'MERGE_KEY',
        severity: 'warning',
        range: { start: keyNode.start, end: keyNode.end },
        message,
      });
    }
  };
  visit(root);
  return problems;
}

function withPath(syntax: Syntax, problem: Problem): Diagnostic {
  return { ...problem, path: pathAt(syntax, problem.range.start) };
}

/** A duplicate key's diagnostic with the place of the first key of that name, in lines and columns from 1. */
function nameFirst(syntax: Syntax, duplicate: Diagnostic, lines: () => LineIndex): Diagnostic {
  const key = duplicate.path.at(-1);
  const map = findNode(syntax, duplicate.path.slice(0, -1));
  const first = map?.kind === 'map' ? map.entries.find((entry) => entry.key === key) : undefined;
  if (first === undefined) return duplicate;
  const { line, column } = lines().positionAt(first.keyNode.start);
  const message = `The key “${key}” is in this map already, in line ${line}, column ${column}; the first one counts. Rename or remove one of them.`;
  return { ...duplicate, message };
}
