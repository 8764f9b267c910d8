import { createSuggest, type DataMap, isDataMap } from '../base/index.ts';
import { type Analysis, buildGraph } from '../graph/index.ts';
import { hasImports, type ResolvedImports, resolveImports } from '../model/index.ts';
import { type FieldPlace, groupFields } from '../schema/index.ts';
import { findRange, tellTabs, toNodeData } from '../syntax/index.ts';
import type { Diagnostic } from '../text/index.ts';
import { isDefinitionFile, unwrapFinding, unwrapPath, wrapDefinition } from './definitionFile.ts';
import { checkConditions } from './rules/flow/checkConditions.ts';
import { checkCycles } from './rules/flow/checkCycles.ts';
import { checkConstants, checkDecisions } from './rules/flow/checkDecisions.ts';
import { checkDiamonds } from './rules/flow/checkDiamonds.ts';
import { checkBodies, checkDisabled, checkJoins, checkReachability } from './rules/flow/checkReachability.ts';
import { checkRetries } from './rules/flow/checkRetries.ts';
import { checkRepeats, checkRoutes } from './rules/flow/checkRoutes.ts';
import { checkSignals } from './rules/flow/checkSignals.ts';
import { checkTargets } from './rules/flow/checkTargets.ts';
import { checkTimeouts } from './rules/flow/checkTimeouts.ts';
import { checkErrorCodes } from './rules/format/checkErrorCodes.ts';
import { checkFormat } from './rules/format/checkFormat.ts';
import { checkIds } from './rules/format/checkIds.ts';
import { checkLookalikes } from './rules/format/checkLookalikes.ts';
import { checkNumbers } from './rules/format/checkNumbers.ts';
import { checkReferenceFields } from './rules/format/checkReferenceFields.ts';
import { checkSchemas } from './rules/format/checkSchemas.ts';
import { checkChangedSecrets, checkSecrets } from './rules/format/checkSecrets.ts';
import { checkSpellings, checkUnknownKeys } from './rules/format/checkUnknownKeys.ts';
import { checkActions } from './rules/resources/checkActions.ts';
import { checkAddresses } from './rules/resources/checkAddresses.ts';
import { checkImports } from './rules/resources/checkImports.ts';
import { checkMemories } from './rules/resources/checkMemories.ts';
import { checkStarted } from './rules/resources/checkStarted.ts';
import { checkUses } from './rules/resources/checkUses.ts';
import { checkVersions } from './rules/resources/checkVersions.ts';
import { checkCalls } from './rules/values/checkCalls.ts';
import { checkExpressions } from './rules/values/checkExpressions.ts';
import { checkForeignTemplates } from './rules/values/checkForeignTemplates.ts';
import { checkItems } from './rules/values/checkItems.ts';
import { checkOutputs } from './rules/values/checkOutputs.ts';
import { checkInputs, checkPassing } from './rules/values/checkPassing.ts';
import { checkPrompts } from './rules/values/checkPrompts.ts';
import { checkReads } from './rules/values/checkReads.ts';
import { checkReferences, checkVariables } from './rules/values/checkReferences.ts';
import { checkScopes } from './rules/values/checkScopes.ts';
import { checkTypes, checkValues } from './rules/values/checkValues.ts';
import { severityOf } from './subject/codes.ts';
import { findTemplates } from './subject/findTemplates.ts';
import type { FieldRule, Finding, KnownWorkflows, Rule, Subject } from './subject/Rule.ts';
import {
  atImport,
  byPlace,
  oneForDialect,
  oneForProgram,
  oneOfEach,
  toDiagnostics,
  withTasks,
} from './toDiagnostics.ts';

const RULES: readonly Rule[] = [
  checkFormat,
  checkIds,
  checkLookalikes,
  checkTargets,
  checkUses,
  checkStarted,
  checkActions,
  checkImports,
  checkExpressions,
  checkForeignTemplates,
  checkReferences,
  checkReachability,
  checkCycles,
  checkDiamonds,
  checkDecisions,
  checkRetries,
  checkTimeouts,
  checkMemories,
  checkVariables,
  checkReads,
  checkPrompts,
  checkInputs,
  checkCalls,
  checkPassing,
  checkConstants,
  checkScopes,
  checkVersions,
  checkAddresses,
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

/** What is known of the workspace around a file. */
interface KnownWorkspace {
  /** Names of its variables and secrets. */
  readonly variables?: readonly string[];
  /** Its workflows, which `core:workflow` runs. */
  readonly workflows?: KnownWorkflows;
}

const known = new WeakMap<Analysis, readonly Diagnostic[]>();

/**
 * All diagnostics of a text, sorted by place, YAML's own problems among it (format.md 10). A text that cannot be
 * read as a workflow gets only those. The same analysis gives the same list, where the workspace is not given.
 */
export function checkAnalysis(analysis: Analysis, workspace?: KnownWorkspace): readonly Diagnostic[] {
  const { variables, workflows } = workspace ?? {};
  if (variables !== undefined || workflows !== undefined) {
    const names = variables === undefined ? null : new Set(variables);
    return checkWith(analysis, { variables: names, workflows: workflows ?? null });
  }
  let diagnostics = known.get(analysis);
  if (diagnostics === undefined) {
    diagnostics = checkWith(analysis, NOTHING_KNOWN);
    known.set(analysis, diagnostics);
  }
  return diagnostics;
}

/** Whether any of them keeps a run from starting. Warnings never do. */
export function blocksRun(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

type Workspace = Pick<Subject, 'variables' | 'workflows'>;

const NOTHING_KNOWN: Workspace = { variables: null, workflows: null };

function checkWith(analysis: Analysis, workspace: Workspace): readonly Diagnostic[] {
  const { syntax, isBroken } = analysis;
  const foreign = oneForProgram(syntax);
  if (foreign !== null) return toDiagnostics([foreign], analysis);
  if (isBroken) return tellTabs(syntax.errors.map(withoutQuotes), syntax.text);
  if (syntax.root === null) return syntax.errors;
  const data = toNodeData(syntax.root);
  return isDataMap(data) && isDefinitionFile(data) ? checkDefinition(analysis, data) : check(analysis, workspace);
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
  const subject = toSubject(wrapDefinition(analysis, data), { ...NOTHING_KNOWN, imports: null, isDefinition: true });
  const alone = findAll(subject).flatMap((finding) => unwrapFinding(finding, data) ?? []);
  const found = oneForDialect(alone, syntax);
  if (found !== alone) return [...syntax.errors, ...toDiagnostics(found, analysis)];
  const diagnostics = toDiagnostics(found, subject.analysis).map((diagnostic) => ({
    ...diagnostic,
    path: unwrapPath(diagnostic.path),
  }));
  return [...syntax.errors, note, ...diagnostics].sort(byPlace);
}

function check(authored: Analysis, workspace: Workspace): readonly Diagnostic[] {
  const imports = readImports(authored);
  // Places are those of the text; everything else is read with imports in their place.
  const analysis =
    imports === null || imports.syntax === authored.syntax
      ? authored
      : { ...authored, workflow: imports.workflow, graph: buildGraph(imports.workflow) };
  const subject = toSubject(analysis, { ...workspace, imports, isDefinition: false });
  const found = oneForDialect(
    findAll(subject).map((finding) => atImport(finding, subject)),
    authored.syntax,
  );
  const diagnostics = [...analysis.syntax.errors, ...toDiagnostics(found, analysis)];
  if (diagnostics.length === 0) return diagnostics;
  return withTasks(diagnostics, analysis).toSorted(byPlace);
}

function toSubject(
  analysis: Analysis,
  around: Pick<Subject, 'imports' | 'variables' | 'workflows' | 'isDefinition'>,
): Subject {
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
  checkChangedSecrets,
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

/** The document with its imports; where the workspace is not known, as far as the document itself goes. */
function readImports({ path, syntax, workflow, imports }: Analysis): ResolvedImports | null {
  if (imports !== undefined) return imports;
  return hasImports(workflow) ? resolveImports({ path, syntax, workflow, texts: null }) : null;
}
