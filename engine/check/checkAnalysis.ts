import { type Analysis, buildGraph } from '../graph/index.ts';
import { hasImports, type ImportSite, type ResolvedImports, resolveImports } from '../model/index.ts';
import { listFields } from '../schema/index.ts';
import { findNode, findRange, toNodeData } from '../syntax/index.ts';
import type { Diagnostic, Path, TextRange } from '../text/index.ts';
import { severityOf } from './codes.ts';
import { findTemplates } from './findTemplates.ts';
import { isDefinitionFile } from './isDefinitionFile.ts';
import type { Finding, Rule, Subject } from './Rule.ts';
import { checkActions } from './rules/checkActions.ts';
import { checkConditions } from './rules/checkConditions.ts';
import { checkCycles } from './rules/checkCycles.ts';
import { checkDecisions } from './rules/checkDecisions.ts';
import { checkDiamonds } from './rules/checkDiamonds.ts';
import { checkExpressions } from './rules/checkExpressions.ts';
import { checkFormat } from './rules/checkFormat.ts';
import { checkIds } from './rules/checkIds.ts';
import { checkImports } from './rules/checkImports.ts';
import { checkInputs } from './rules/checkInputs.ts';
import { checkMemories } from './rules/checkMemories.ts';
import { checkPassing } from './rules/checkPassing.ts';
import { checkReachability } from './rules/checkReachability.ts';
import { checkReads } from './rules/checkReads.ts';
import { checkReferences } from './rules/checkReferences.ts';
import { checkRetries } from './rules/checkRetries.ts';
import { checkSchemas } from './rules/checkSchemas.ts';
import { checkSecrets } from './rules/checkSecrets.ts';
import { checkSpellings } from './rules/checkSpellings.ts';
import { checkTargets } from './rules/checkTargets.ts';
import { checkTypes } from './rules/checkTypes.ts';
import { checkUnknownKeys } from './rules/checkUnknownKeys.ts';
import { checkUses } from './rules/checkUses.ts';
import { checkValues } from './rules/checkValues.ts';
import { checkVariables } from './rules/checkVariables.ts';
import { checkWaits } from './rules/checkWaits.ts';

const RULES: readonly Rule[] = [
  checkFormat,
  checkUnknownKeys,
  checkIds,
  checkTargets,
  checkUses,
  checkActions,
  checkImports,
  checkExpressions,
  checkReferences,
  checkSchemas,
  checkReachability,
  checkCycles,
  checkDiamonds,
  checkDecisions,
  checkRetries,
  checkSecrets,
  checkMemories,
  checkSpellings,
  checkVariables,
  checkReads,
  checkInputs,
  checkPassing,
  checkWaits,
  checkTypes,
  checkConditions,
  checkValues,
];

/** Fixes are made for so many findings at most: a file with thousands is mended otherwise. */
const MOST_FIXES = 200;

/** What is known of the workspace around a file. */
interface KnownWorkspace {
  /** Names of its variables and secrets. */
  readonly variables?: readonly string[];
}

const known = new WeakMap<Analysis, readonly Diagnostic[]>();

/**
 * Everything to say about a text, sorted by place, YAML's own problems among it (format.md 10). A text that cannot be
 * read as a workflow gets only those. The same analysis gives the same list, where nothing is said of the workspace.
 */
export function checkAnalysis(analysis: Analysis, workspace?: KnownWorkspace): readonly Diagnostic[] {
  if (workspace?.variables !== undefined) return checkWith(analysis, new Set(workspace.variables));
  let diagnostics = known.get(analysis);
  if (diagnostics === undefined) {
    diagnostics = checkWith(analysis, null);
    known.set(analysis, diagnostics);
  }
  return diagnostics;
}

/** Whether any of them keeps a run from starting. Warnings never do. */
export function blocksRun(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function checkWith(analysis: Analysis, variables: Subject['variables']): readonly Diagnostic[] {
  const { syntax, isBroken } = analysis;
  if (isBroken || syntax.root === null) return syntax.errors;
  return isDefinitionFile(toNodeData(syntax.root)) ? checkDefinition(analysis) : check(analysis, variables);
}

/** A definition on its own is checked where it is imported: only there it is known what it belongs to. */
function checkDefinition({ syntax }: Analysis): readonly Diagnostic[] {
  const message =
    'This file is one definition for others to import. It is checked where it is imported, and does not run by itself.';
  const range = findRange(syntax, ['tasks'], 'key');
  return [...syntax.errors, { code: 'NO_TASKS', severity: severityOf('NO_TASKS'), range, path: [], message }];
}

function check(authored: Analysis, variables: Subject['variables']): readonly Diagnostic[] {
  const imports = readImports(authored);
  // Places are those of the text; everything else is read with imports in their place.
  const analysis =
    imports === null || imports.syntax === authored.syntax
      ? authored
      : { ...authored, workflow: imports.workflow, graph: buildGraph(imports.workflow) };
  const tree = (imports ?? authored).syntax;
  const data = toNodeData(tree.root);
  const fields = listFields(data);
  const subject: Subject = {
    analysis,
    imports,
    tree,
    variables,
    data,
    fields,
    templates: findTemplates(fields, analysis.workflow),
  };
  const taskIds = indexTasks(analysis);
  const found = RULES.flatMap((rule) => [...rule(subject)]).map((finding) => atImport(finding, subject));
  const diagnostics = found.map((finding, index) =>
    toDiagnostic(finding, analysis, { taskIds, withFixes: index < MOST_FIXES }),
  );
  return [...analysis.syntax.errors.map((error) => withTask(error, taskIds)), ...diagnostics].sort(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
  );
}

/** The document with its imports; where the workspace is not known, as far as the document itself goes. */
function readImports({ path, syntax, workflow, imports }: Analysis): ResolvedImports | null {
  if (imports !== undefined) return imports;
  return hasImports(workflow) ? resolveImports({ path, syntax, workflow, texts: null }) : null;
}

/** What was found in an imported definition is told at the `import` or `use` that brought it in, and mended in its own file. */
function atImport(finding: Finding, { analysis, imports }: Subject): Finding {
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

interface Context {
  readonly taskIds: ReadonlyMap<string, string>;
  readonly withFixes: boolean;
}

function toDiagnostic(finding: Finding, analysis: Analysis, { taskIds, withFixes }: Context): Diagnostic {
  const { code, path, message } = finding;
  const fixes = withFixes ? (finding.fixes?.() ?? []) : [];
  const range = finding.range ?? placeOf(analysis, path, finding.part ?? 'value');
  const diagnostic = {
    code,
    severity: severityOf(code),
    range,
    path,
    message,
    ...(fixes.length === 0 ? {} : { fixes }),
  };
  return withTask(diagnostic, taskIds);
}

/** A value of several lines is underlined at its key, or at its first line where it is an item. */
function placeOf({ syntax }: Analysis, path: Path, part: NonNullable<Finding['part']>): TextRange {
  const range = findRange(syntax, path, part);
  const text = syntax.text.slice(range.start, range.end);
  if (part === 'key' || !text.includes('\n') || findNode(syntax, path)?.kind === 'scalar') return range;
  if (typeof path.at(-1) === 'string') return findRange(syntax, path, 'key');
  return { start: range.start, end: range.start + text.search(/[ \t]*\r?\n/) };
}

/** Node ids of the graph by the path of their task. */
function indexTasks(analysis: Analysis): ReadonlyMap<string, string> {
  return new Map([...analysis.graph.nodes].map(([id, { task }]) => [task.path.join('\n'), id] as const));
}

/** Adds the innermost task a path leads through. */
function withTask(diagnostic: Diagnostic, taskIds: ReadonlyMap<string, string>): Diagnostic {
  for (let length = diagnostic.path.length; length >= 2; length--) {
    if (typeof diagnostic.path[length - 1] !== 'number' || diagnostic.path[length - 2] !== 'tasks') continue;
    const taskId = taskIds.get(diagnostic.path.slice(0, length).join('\n'));
    if (taskId !== undefined) return { ...diagnostic, taskId };
  }
  return diagnostic;
}
