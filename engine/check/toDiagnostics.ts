import { convertDialect, type Dialect, findDialect, findProgram } from '../convert/index.ts';
import { type Analysis, describeTaskIds } from '../graph/index.ts';
import type { ImportSite } from '../model/index.ts';
import { findNode, findRange, type Syntax } from '../syntax/index.ts';
import type { Diagnostic, Path, TextRange } from '../text/index.ts';
import { type CheckCode, severityOf } from './subject/codes.ts';
import type { Finding, Subject } from './subject/Rule.ts';

/** Fixes are made for so many findings at most: a file with thousands is fixed otherwise (decision 0013). */
const MOST_FIXES = 200;

/**
 * Findings as diagnostics of a text, in their order, with ids of tasks in their messages as users know them. At most
 * {@link MOST_FIXES} have fixes, errors before warnings: they are what keeps a run from starting.
 */
export function toDiagnostics(found: readonly Finding[], analysis: Analysis): readonly Diagnostic[] {
  let left = MOST_FIXES;
  const fixed = new Set<Finding>();
  for (const severity of ['error', 'warning', 'info'] as const) {
    for (const finding of left === 0 ? [] : found) {
      if (left === 0 || finding.fixes === undefined || severityOf(finding.code) !== severity) continue;
      fixed.add(finding);
      left--;
    }
  }
  return found.map((finding) => toDiagnostic(finding, analysis, fixed.has(finding)));
}

/** By the start of their ranges, then by the end: for sorting. */
export function byPlace(a: Diagnostic, b: Diagnostic): number {
  return a.range.start - b.range.start || a.range.end - b.range.end;
}

/** A finding in an imported definition is reported at the `import` or `use` that brought it in, and fixed in its own file. */
export function atImport(finding: Finding, { analysis, imports }: Subject): Finding {
  const { code, path, file, message } = finding;
  if (imports === null || imports.sites.length === 0) return finding;
  if (exists(analysis, path)) return file === undefined ? finding : { ...finding, message: `In "${file}": ${message}` };
  let outer: ImportSite | undefined;
  let inner: ImportSite | undefined;
  for (const site of imports.sites) {
    if (site.problem !== null || !site.path.every((step, index) => step === path[index])) continue;
    if (inner === undefined || site.path.length >= inner.path.length) inner = site;
    const isOuter = outer === undefined || site.path.length <= outer.path.length;
    if (isOuter && exists(analysis, site.at)) outer = site;
  }
  if (outer === undefined) return finding;
  return { code, path: outer.at, message: `In "${file ?? inner?.file ?? outer.written}": ${message}` };
}

function exists({ syntax }: Analysis, path: Path): boolean {
  return path.length === 0 || findNode(syntax, path) !== undefined;
}

function toDiagnostic(finding: Finding, analysis: Analysis, withFixes: boolean): Diagnostic {
  const { code, path } = finding;
  const message = describeTaskIds(analysis.graph, finding.message);
  const fixes = withFixes ? (finding.fixes?.() ?? []) : [];
  const range = finding.range ?? placeOf(analysis, path, finding.part ?? 'value');
  const severity = severityOf(code);
  return { code, severity, range, path, message, ...(fixes.length === 0 ? {} : { fixes }) };
}

/** A value of several lines is underlined at its key, or at its first line where it is an item. */
function placeOf({ syntax }: Analysis, path: Path, part: NonNullable<Finding['part']>): TextRange {
  const range = findRange(syntax, path, part);
  const text = syntax.text.slice(range.start, range.end);
  if (part === 'key' || !text.includes('\n') || findNode(syntax, path)?.kind === 'scalar') return range;
  if (typeof path.at(-1) === 'string') return findRange(syntax, path, 'key');
  return { start: range.start, end: range.start + text.search(/[ \t]*\r?\n/) };
}

/** Each with the innermost task that its path leads through, where it leads through one. */
export function withTasks(diagnostics: readonly Diagnostic[], { graph }: Analysis): readonly Diagnostic[] {
  const idByPath = new Map([...graph.nodes].map(([id, { task }]) => [task.path.join('\n'), id] as const));
  return diagnostics.map((diagnostic) => withTask(diagnostic, idByPath));
}

function withTask(diagnostic: Diagnostic, idByPath: ReadonlyMap<string, string>): Diagnostic {
  for (let length = diagnostic.path.length; length >= 2; length--) {
    if (typeof diagnostic.path[length - 1] !== 'number' || diagnostic.path[length - 2] !== 'tasks') continue;
    const taskId = idByPath.get(diagnostic.path.slice(0, length).join('\n'));
    if (taskId !== undefined) return { ...diagnostic, taskId };
  }
  return diagnostic;
}

/** Codes that are less specific than the codes behind them, which also give the reason. */
const LESS_SPECIFIC: ReadonlyMap<CheckCode, readonly CheckCode[]> = new Map<CheckCode, readonly CheckCode[]>([
  ['CONSTANT_CONDITION', ['ALWAYS_TRUE', 'NEVER_EQUAL']],
  ['NEVER_EQUAL', ['ROUTE_NEVER_TAKEN']],
  ['ALWAYS_TRUE', ['NOT_A_TEMPLATE']],
]);

/** The findings without those that a more specific one at the same path replaces, in their order. */
export function oneOfEach(found: readonly Finding[]): readonly Finding[] {
  if (!found.some(({ code }) => LESS_SPECIFIC.has(code))) return found;
  const codesByPath = new Map<string, Set<CheckCode>>();
  for (const { code, path } of found) {
    const key = path.join('\n');
    codesByPath.set(key, (codesByPath.get(key) ?? new Set()).add(code));
  }
  return found.filter(({ code, path }) => {
    const better = LESS_SPECIFIC.get(code);
    return better === undefined || !better.some((other) => codesByPath.get(path.join('\n'))?.has(other));
  });
}

/** Most marks that a message names. */
const MOST_MARKS = 4;

/**
 * The findings of a document, or one in their place where it is written for another program: what is found in it key by key comes
 * of that, and its fix is to convert it. An error where one of them is.
 */
export function oneForDialect(found: readonly Finding[], syntax: Syntax): readonly Finding[] {
  const dialect = found.length === 0 ? null : findDialect(syntax);
  if (dialect === null) return found;
  const isError = found.some(({ code }) => severityOf(code) === 'error');
  const message = `This is written for Compozy (${listMarks(dialect)})${isError ? '' : ', and what only that reads does nothing here'}. “Convert” rewrites it for this format: every change is listed, and what has no counterpart stays as a comment.`;
  const fixes = () => {
    const { edits, notes } = convertDialect(syntax);
    return edits.length === 0 ? [] : [{ title: `Convert: ${notes.length} changes`, edits, changes: notes }];
  };
  return [{ code: isError ? 'OTHER_DIALECT' : 'DIALECT_KEYS', path: ['tasks'], part: 'key', message, fixes }];
}

function listMarks({ marks }: Dialect): string {
  return `${marks.slice(0, MOST_MARKS).join(', ')}${marks.length > MOST_MARKS ? ', …' : ''}`;
}

/**
 * The one finding of a document that is written for another program, in place of all: what this format makes of its keys leads
 * astray. Null for any other document.
 */
export function oneForProgram(syntax: Syntax): Finding | null {
  const foreign = findProgram(syntax);
  if (foreign === null) return null;
  const { program, marks, advice } = foreign;
  const key = marks[0]?.split(':')[0] ?? '';
  const path = [[key], [0, key]].find((place) => findNode(syntax, place) !== undefined) ?? [];
  const message = `This is a workflow for ${program} (${marks.join(', ')}), which does not run here. Rewrite it in this format: ${advice}`;
  return { code: 'OTHER_DIALECT', path, part: 'key', message };
}
