import { type Data, ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import {
  columnOf,
  composeSteps,
  findNode,
  findRange,
  parseSyntax,
  partEnd,
  type Syntax,
  type SyntaxNode,
  toNodeData,
} from '../../syntax/index.ts';
import {
  applyEdits,
  type Diagnostic,
  minimalEdits,
  type Path,
  type Refusal,
  type TextEdit,
  type TextRange,
  type Transaction,
} from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import { editFile, findSyntaxRefusal, removePath, type Step, setAt } from '../steps/editFile.ts';
import { indentLines } from './copyTasks.ts';

/**
 * The YAML of one part of the document as it is written, moved to column 0, lines ended by `\n`; empty where there is
 * none. Comments inside it are included.
 */
export function readSource(syntax: Syntax, path: Path): string {
  const node = path.length === 0 ? syntax.root : findNode(syntax, path);
  return node ? sourceOf(syntax, node) : '';
}

/** A stretch of the text, moved to column 0 as far as it begins in, lines ended by `\n`. */
export function sourceOf({ text }: Syntax, { start, end }: TextRange): string {
  const lines = text.slice(start, end).trimEnd().split(/\r?\n/);
  const margin = ' '.repeat(columnOf(text, start));
  return lines
    .map((line, index) => (index > 0 && line.startsWith(margin) ? line.slice(margin.length) : line))
    .join('\n');
}

/** Why YAML cannot be a part of a document; null when it can. A part may be a list or a single value as well. */
export function findSourceProblem(yaml: string): Diagnostic | null {
  return findProblem(parseSyntax(yaml));
}

function findProblem({ errors }: Syntax): Diagnostic | null {
  return errors.find(({ severity, code }) => severity === 'error' && code !== 'NOT_A_MAP') ?? null;
}

/**
 * Puts YAML the user wrote in the place of one part of the document, comments and style included. Empty text removes the
 * part. Refused with `SYNTAX_ERROR` where the YAML cannot be read on its own.
 */
export function setSource(
  analysis: Analysis,
  { path, yaml }: { readonly path: Path; readonly yaml: string },
): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const origin = `setSource:${path.join('.')}`;
  const source = yaml.replace(/\r\n?/g, '\n').trimEnd();
  if (source.trim() === '') return editFile(analysis, { origin, steps: [removePath(path)] });
  const part = parseSyntax(source);
  const problem = findProblem(part);
  if (problem) return refuse('SYNTAX_ERROR', path.join('.'), problem.message);
  const value = toNodeData(part.root);
  const written = replaceNode(analysis.syntax, path, { source, part, value });
  if (written) return ok({ origin, changes: [{ type: 'edit', path: analysis.path, edits: written }] });
  return editFile(analysis, { origin, steps: [setAt(path, value)] });
}

/** Sets a part to YAML as it is written, comments included; where it would not mean the same there, to its value. */
export function setSourceAt(path: Path, yaml: string): Step {
  return (syntax) => {
    const part = parseSyntax(yaml);
    const value = toNodeData(part.root);
    // YAML in brackets, and a single value, can only replace a value like it.
    const placeholder = isBlock(part.root) ? value : PLACEHOLDER;
    return composeSteps(syntax, [
      setAt(path, placeholder),
      (current) => {
        const edits = replaceNode(current, path, { source: yaml, part, value });
        return edits === null ? setAt(path, value)(current) : ok(edits);
      },
    ]);
  };
}

const PLACEHOLDER = 'x';

interface NewSource {
  readonly source: string;
  readonly part: Syntax;
  readonly value: Data;
}

/** The edits that replace the part by the source; null where it does not mean the same there. */
function replaceNode(syntax: Syntax, path: Path, { source, part, value }: NewSource): readonly TextEdit[] | null {
  const node = findNode(syntax, path);
  if (!node || node.anchor !== null || isBlock(node) !== isBlock(part.root) || node.kind === 'alias') return null;
  const margin = ' '.repeat(columnOf(syntax.text, node.start));
  const [first = '', ...rest] = source.split('\n');
  const lines = rest.length === 0 ? first : `${first}\n${indentLines(rest.join('\n'), margin)}`;
  const lineEnd = syntax.text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines;
  const closing = syntax.text[node.end - 1] === '\n' ? '\n' : '';
  const text = applyEdits(syntax.text, [{ start: node.start, end: node.end, text: lineEnd + closing }]);
  const edits = minimalEdits(syntax.text, text);
  const after = parseSyntax(text, { syntax, edits });
  const written = findNode(after, path);
  const isBroken = after.errors.length > syntax.errors.length;
  if (isBroken || !written || !isSame(toNodeData(written), value)) return null;
  return edits;
}

function isBlock(node: SyntaxNode | null): boolean {
  return (node?.kind === 'map' || node?.kind === 'list') && node.style === 'block';
}

function isSame(a: Data, b: Data): boolean {
  return JSON.stringify(toComparable(a)) === JSON.stringify(toComparable(b));
}

function toComparable(data: Data): unknown {
  if (data instanceof Map) return { map: [...data].map(([key, value]) => [key, toComparable(value)]) };
  return Array.isArray(data) ? data.map(toComparable) : data;
}

/** A part of the document as it was before something else was written in its place. */
interface FormerPart {
  readonly path: Path;
  /** Its YAML at that time. */
  readonly yaml: string;
  /** The whole document at that time. */
  readonly text: string;
}

/**
 * Puts a part back as it was: to the letter, comments next to it too, where nothing else of the document has changed since;
 * else its YAML alone.
 */
export function restoreSource(analysis: Analysis, { path, yaml, text }: FormerPart): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const { syntax } = analysis;
  const entry = findRange(syntax, path, 'entry');
  const edits = minimalEdits(syntax.text, text);
  const end = partEnd(syntax.text, entry);
  const isWithin = edits.every((edit) => edit.start >= entry.start && edit.end <= end);
  const origin = `restoreSource:${path.join('.')}`;
  if (!isWithin)
    return editFile(analysis, { origin, steps: [yaml === '' ? removePath(path) : setSourceAt(path, yaml)] });
  return ok({ origin, changes: [{ type: 'edit', path: analysis.path, edits }] });
}
