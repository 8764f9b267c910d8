import { type DataMap, isDataMap } from '../base/index.ts';
import { type Analysis, buildGraph, describeTaskIds } from '../graph/index.ts';
import { hasImports, type ImportSite, type ResolvedImports, resolveImports } from '../model/index.ts';
import { type FieldPlace, groupFields } from '../schema/index.ts';
import { findNode, findRange, toNodeData } from '../syntax/index.ts';
import type { Diagnostic, Path, TextRange } from '../text/index.ts';
import { unwrapFinding, unwrapPath, wrapDefinition } from './definitionFile.ts';
import { isDefinitionFile } from './isDefinitionFile.ts';
import { oneForDialect } from './oneForDialect.ts';
import { oneOfEach } from './oneOfEach.ts';
import { checkBodies } from './rules/flow/checkBodies.ts';
import { checkConditions } from './rules/flow/checkConditions.ts';
import { checkConstants } from './rules/flow/checkConstants.ts';
import { checkCycles } from './rules/flow/checkCycles.ts';
import { checkDecisions } from './rules/flow/checkDecisions.ts';
import { checkDiamonds } from './rules/flow/checkDiamonds.ts';
import { checkDisabled } from './rules/flow/checkDisabled.ts';
import { checkJoins } from './rules/flow/checkJoins.ts';
import { checkReachability } from './rules/flow/checkReachability.ts';
import { checkRepeats } from './rules/flow/checkRepeats.ts';
import { checkRetries } from './rules/flow/checkRetries.ts';
import { checkRoutes } from './rules/flow/checkRoutes.ts';
import { checkSignals } from './rules/flow/checkSignals.ts';
import { checkTargets } from './rules/flow/checkTargets.ts';
import { checkErrorCodes } from './rules/format/checkErrorCodes.ts';
import { checkFormat } from './rules/format/checkFormat.ts';
import { checkIds } from './rules/format/checkIds.ts';
import { checkLookalikes } from './rules/format/checkLookalikes.ts';
import { checkNumbers } from './rules/format/checkNumbers.ts';
import { checkReferenceFields } from './rules/format/checkReferenceFields.ts';
import { checkSchemas } from './rules/format/checkSchemas.ts';
import { checkSecrets } from './rules/format/checkSecrets.ts';
import { checkSpellings } from './rules/format/checkSpellings.ts';
import { checkUnknownKeys } from './rules/format/checkUnknownKeys.ts';
import { checkActions } from './rules/resources/checkActions.ts';
import { checkImports } from './rules/resources/checkImports.ts';
import { checkMemories } from './rules/resources/checkMemories.ts';
import { checkUses } from './rules/resources/checkUses.ts';
import { checkVersions } from './rules/resources/checkVersions.ts';
import { checkExpressions } from './rules/values/checkExpressions.ts';
import { checkInputs } from './rules/values/checkInputs.ts';
import { checkItems } from './rules/values/checkItems.ts';
import { checkOutputs } from './rules/values/checkOutputs.ts';
import { checkPassing } from './rules/values/checkPassing.ts';
import { checkReads } from './rules/values/checkReads.ts';
import { checkReferences } from './rules/values/checkReferences.ts';
import { checkScopes } from './rules/values/checkScopes.ts';
import { checkTypes } from './rules/values/checkTypes.ts';
import { checkValues } from './rules/values/checkValues.ts';
import { checkVariables } from './rules/values/checkVariables.ts';
import { createSuggest } from './subject/closest.ts';
import { severityOf } from './subject/codes.ts';
import { findTemplates } from './subject/findTemplates.ts';
import type { FieldRule, Finding, Rule, Subject } from './subject/Rule.ts';

const RULES: readonly Rule[] = [
  checkFormat,
  checkIds,
  checkLookalikes,
  checkTargets,
  checkUses,
  checkActions,
  checkImports,
  checkExpressions,
  checkReferences,
  checkReachability,
  checkCycles,
  checkDiamonds,
  checkDecisions,
  checkRetries,
  checkMemories,
  checkVariables,
  checkReads,
  checkInputs,
  checkPassing,
  checkConstants,
  checkScopes,
  checkVersions,
  checkBodies,
  checkSignals,
  checkDisabled,
  checkJoins,
  checkRepeats,
  checkRoutes,
  checkErrorCodes,
  checkOutputs,
  checkTypes,
  checkConditions,
  checkValues,
  checkItems,
];

/** Fixes are made for so many findings at most: a file with thousands is fixed otherwise (decision 0013). */
const MOST_FIXES = 200;

/** What is known of the workspace around a file. */
interface KnownWorkspace {
  /** Names of its variables and secrets. */
  readonly variables?: readonly string[];
}

const known = new WeakMap<Analysis, readonly Diagnostic[]>();

/**
 * All diagnostics of a text, sorted by place, YAML's own problems among it (format.md 10). A text that cannot be
 * read as a workflow gets only those. The same analysis gives the same list, where the workspace is not given.
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
  if (isBroken) return syntax.errors.map(withoutQuotes);
  if (syntax.root === null) return syntax.errors;
  const data = toNodeData(syntax.root);
  return isDataMap(data) && isDefinitionFile(data) ? checkDefinition(analysis, data) : check(analysis, variables);
}

/** In broken YAML the end of a template is unknown: quotes around it may break more. */
function withoutQuotes(error: Diagnostic): Diagnostic {
  if (error.code !== 'UNQUOTED_TEMPLATE') return error;
  const { fixes: _, ...rest } = error;
  return rest;
}

/** A definition on its own is checked as far as that does not depend on what is around it where it is imported. */
function checkDefinition(analysis: Analysis, data: DataMap): readonly Diagnostic[] {
  const { syntax } = analysis;
  const message =
    'This file is one definition for others to import. What is around it is checked where it is imported, and it does not run by itself.';
  const range = findRange(syntax, ['tasks'], 'key');
  const note = { code: 'NO_TASKS', severity: severityOf('NO_TASKS'), range, path: [], message };
  const subject = toSubject(wrapDefinition(analysis, data), { imports: null, variables: null });
  const alone = findAll(subject).flatMap((finding) => unwrapFinding(finding, data) ?? []);
  const found = oneForDialect(alone, syntax);
  if (found !== alone) return [...syntax.errors, ...toDiagnostics(found, analysis)];
  const diagnostics = toDiagnostics(found, subject.analysis).map((diagnostic) => ({
    ...diagnostic,
    path: unwrapPath(diagnostic.path),
  }));
  return [...syntax.errors, note, ...diagnostics].sort(byPlace);
}

function check(authored: Analysis, variables: Subject['variables']): readonly Diagnostic[] {
  const imports = readImports(authored);
  // Places are those of the text; everything else is read with imports in their place.
  const analysis =
    imports === null || imports.syntax === authored.syntax
      ? authored
      : { ...authored, workflow: imports.workflow, graph: buildGraph(imports.workflow) };
  const subject = toSubject(analysis, { imports, variables });
  const found = oneForDialect(
    findAll(subject).map((finding) => atImport(finding, subject)),
    authored.syntax,
  );
  const diagnostics = [...analysis.syntax.errors, ...toDiagnostics(found, analysis)];
  if (diagnostics.length === 0) return diagnostics;
  const taskIds = indexTasks(analysis);
  return diagnostics.map((diagnostic) => withTask(diagnostic, taskIds)).sort(byPlace);
}

function toSubject(analysis: Analysis, around: Pick<Subject, 'imports' | 'variables'>): Subject {
  const tree = (around.imports ?? analysis).syntax;
  const data = toNodeData(tree.root);
  const groups = groupFields(data);
  return {
    analysis,
    ...around,
    tree,
    data,
    groups,
    suggest: createSuggest(),
    templates: findTemplates(groups, analysis.workflow),
  };
}

const FIELD_RULES: readonly FieldRule[] = [
  checkReferenceFields,
  checkNumbers,
  checkUnknownKeys,
  checkSchemas,
  checkSecrets,
  checkSpellings,
];

/** Groups of fields in which these found nothing: an unchanged task is not checked again. */
const quiet = new WeakSet<readonly FieldPlace[]>();

function findInFields(groups: readonly (readonly FieldPlace[])[], subject: Subject): readonly Finding[] {
  const found: Finding[] = [];
  for (const fields of groups) {
    if (fields.length === 0 || quiet.has(fields)) continue;
    const before = found.length;
    for (const rule of FIELD_RULES) for (const finding of rule(fields, subject)) found.push(finding);
    if (found.length === before) quiet.add(fields);
  }
  return found;
}

function findAll(subject: Subject): readonly Finding[] {
  return oneOfEach([...findInFields(subject.groups, subject), ...RULES.flatMap((rule) => [...rule(subject)])]);
}

/** Errors get their fixes first: they are what keeps a run from starting. */
function toDiagnostics(found: readonly Finding[], analysis: Analysis): readonly Diagnostic[] {
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

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return a.range.start - b.range.start || a.range.end - b.range.end;
}

/** The document with its imports; where the workspace is not known, as far as the document itself goes. */
function readImports({ path, syntax, workflow, imports }: Analysis): ResolvedImports | null {
  if (imports !== undefined) return imports;
  return hasImports(workflow) ? resolveImports({ path, syntax, workflow, texts: null }) : null;
}

/** A finding in an imported definition is reported at the `import` or `use` that brought it in, and fixed in its own file. */
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
