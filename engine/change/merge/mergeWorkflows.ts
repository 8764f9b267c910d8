import { checkAnalysis } from '../../check/index.ts';
import { findInputReads, findResource } from '../../edit/index.ts';
import { type Analysis, analyze, type Graph } from '../../graph/index.ts';
import { findTask } from '../../model/index.ts';
import { findRange } from '../../syntax/index.ts';
import type { Diagnostic, Path } from '../../text/index.ts';
import { inputProperties } from '../match/inputPairs.ts';
import { joinTexts, type Texts, textOf } from './joinTexts.ts';
import type { Merge, MergeConflict } from './MergeConflict.ts';
import { mergeTexts } from './mergeTexts.ts';
import { questionErrors } from './questionErrors.ts';
import { followNames, type NameConflict, type Renamed } from './rename/followNames.ts';
import type { RenamedText } from './rename/RenamedText.ts';
import { tellConsequences, without } from './tellConsequences.ts';
import { type Segment, splitAt } from './write/Segment.ts';

/** What is known of the file that is merged. */
export interface MergeOptions {
  readonly path?: string;
  /** The texts of the workspace, in which what the workflow imports is found. */
  readonly files?: ReadonlyMap<string, string>;
}

/** A merge of a workflow. */
export interface WorkflowMerge extends Merge {
  /** Errors of the merged text that neither side has, and that no choice between the sides fixes. */
  readonly findings: readonly Diagnostic[];
}

/**
 * Three texts of a workflow as one. What either side renamed is followed into what the other side wrote; what does not touch the same
 * value is merged, byte for byte; the rest is in conflict, and so is what is right on each side and wrong together. Texts that cannot
 * be read as YAML are merged by line.
 */
export function mergeWorkflows(given: Texts, { path = 'workflow.yaml', files }: MergeOptions = {}): WorkflowMerge {
  const { base, ours, theirs } = given;
  if (ours === theirs || base === theirs || base === ours) return { ...mergeTexts(given), findings: [] };
  // The sides are the base for the most part: what they share is read once.
  const before = analyze(path, base);
  const analyses = { base: before, ours: analyze(path, ours, before), theirs: analyze(path, theirs, before) };
  if (Object.values(analyses).some(({ isBroken }) => isBroken)) return { ...mergeTexts(given), findings: [] };
  const renamed = followNames(analyses);
  followExits(renamed);
  const three = [renamed.base, renamed.ours, renamed.theirs].map(({ analysis }) => analysis.syntax);
  const merge = mergeTexts({ base: renamed.base.text, ours: renamed.ours.text, theirs: renamed.theirs.text }, (texts) =>
    joinTexts(texts, three),
  );
  const checked = (text: string): Analysis => analyze(path, text, renamed.ours.analysis, files);
  const merged = checked(merge.text);
  const parents = [() => checked(renamed.ours.text), () => checked(renamed.theirs.text)];
  const found = findNewErrors(merged, parents);
  const { conflicts: told, errors } = tellConsequences(
    { merge, errors: found, tasks: merged.graph.nodes.size },
    (text) => findNewErrors(checked(text), parents),
  );
  const sides = {
    base: renamed.base.analysis.syntax,
    ours: renamed.ours.analysis.syntax,
    theirs: renamed.theirs.analysis.syntax,
  };
  const lost = findLostInputs(renamed, merged).filter(({ path: at }) => !isKnown(errors, at));
  const asked = { segments: merge.segments, conflicts: told, syntax: merged.syntax };
  const questioned = questionErrors(asked, [...errors, ...lost], sides);
  const conflicts = [...questioned.conflicts.map((it) => inGiven(it, renamed)), ...renamed.conflicts.map(toConflict)];
  const segments = renamed.conflicts.reduce(
    (all, name, index) => questionName(all, { name, merged, conflict: questioned.conflicts.length + index }),
    questioned.segments,
  );
  return { segments, conflicts, findings: questioned.findings, text: textOf(segments) };
}

interface NameQuestion {
  readonly name: NameConflict;
  readonly merged: Analysis;
  readonly conflict: number;
}

/** Both names at the place of the id; what names it follows when the conflict is resolved. */
function questionName(segments: readonly Segment[], { name, merged, conflict }: NameQuestion): readonly Segment[] {
  const { kind, agent, called, ours, theirs, base } = name;
  if (base === null) return segments;
  const { workflow, syntax } = merged;
  if (kind === 'input') {
    const key = findRange(syntax, ['schema', 'input', 'properties', called], 'key');
    return splitAt(segments, key, { conflict, base, ours, theirs, both: null }) ?? segments;
  }
  const resource =
    kind === 'action' ? { kind, id: called, agent: agent ?? '' } : kind === 'task' ? null : { kind, id: called };
  const path = (resource === null ? findTask(workflow, called) : findResource(workflow, resource))?.path;
  if (path === undefined) return segments;
  const range = findRange(syntax, [...path, 'id'], 'value');
  return splitAt(segments, range, { conflict, base, ours, theirs, both: null }) ?? segments;
}

/** A conflict with its places in the texts as they were given. */
function inGiven(conflict: MergeConflict, renamed: Renamed): MergeConflict {
  const of = (side: 'base' | 'ours' | 'theirs'): MergeConflict['ranges']['base'] => {
    const range = conflict.ranges[side];
    return range && renamed[side].toOriginal(range);
  };
  return { ...conflict, ranges: { base: of('base'), ours: of('ours'), theirs: of('theirs') } };
}

function toConflict(name: NameConflict): MergeConflict {
  const { kind, base, ours, theirs, called } = name;
  const message =
    base === null
      ? `One side renamed a ${kind} to a name that the other gave to a new ${kind}. The new one is called “${called}” here.`
      : `The ${kind} “${base}” is called “${ours}” in ours and “${theirs}” in theirs.`;
  const ranges = { base: null, ours: null, theirs: null };
  const answers = base === null ? (['ours'] as const) : (['ours', 'theirs'] as const);
  return { kind: 'name', path: [], base, ours, theirs, ranges, message, answers, name };
}

/** Three texts in which the same things have the same names. */
interface Sides {
  readonly base: RenamedText;
  readonly ours: RenamedText;
  readonly theirs: RenamedText;
}

/**
 * A task that is wrapped gives its exits to the container. Where the other side took such an exit away, the container loses it too: the text
 * of a task without that exit, and of a container that has it, would else bring it back without a word.
 */
function followExits({ base, ours, theirs }: Sides): void {
  const given = [base.analysis, ours.analysis, theirs.analysis] as const;
  takeAway({ base: given[0], other: given[1] }, theirs);
  takeAway({ base: given[0], other: given[2] }, ours);
}

function takeAway({ base, other }: { readonly base: Analysis; readonly other: Analysis }, side: RenamedText): void {
  for (const { source, via, target } of base.graph.edges) {
    if (via === 'sequence' || !other.graph.nodes.has(source) || leads(other.graph, { source, via })) continue;
    for (const container of newContainers(source, side.analysis.graph, base.graph)) {
      const isMoved = !leads(side.analysis.graph, { source, via }) && !other.graph.nodes.has(container);
      const edge = side.analysis.graph.edges.find(
        (each) => each.source === container && each.via === via && each.target === target,
      );
      if (isMoved && edge !== undefined) side.disconnect(edge.id);
    }
  }
}

function leads({ edges }: Graph, { source, via }: { readonly source: string; readonly via: string }): boolean {
  return edges.some((edge) => edge.source === source && edge.via === via);
}

/** The containers around a task that the text before did not have, from the inside out. */
function newContainers(id: string, { nodes }: Graph, before: Graph): readonly string[] {
  const found: string[] = [];
  let around = nodes.get(id)?.parent ?? null;
  while (around !== null && !before.nodes.has(around)) {
    found.push(around);
    around = nodes.get(around)?.parent ?? null;
  }
  return found;
}

/** The errors of a text that none of its parents has as often, and its names that lead nowhere. A parent is read where those before it do not have all. */
function findNewErrors(merged: Analysis, parents: readonly (() => Analysis)[]): readonly Diagnostic[] {
  return parents.reduce(
    (errors, parent) => (errors.length === 0 ? errors : without(errors, errorsOf(parent()))),
    errorsOf(merged),
  );
}

/** Reads of inputs that one side took away, also where the schema leaves open which others there are. */
function findLostInputs({ base, ours, theirs }: Sides, merged: Analysis): readonly Diagnostic[] {
  return inputProperties(base.analysis).flatMap(({ name }) => {
    const takers = [ours.analysis, theirs.analysis].filter((side) => !declares(side, name));
    const reads = takers.length === 0 || declares(merged, name) ? [] : findInputReads(merged, name);
    // What the side that took it away reads all the same was so before.
    if (takers.some((side) => findInputReads(side, name).length >= reads.length)) return [];
    return reads.map((path) => ({
      code: 'UNKNOWN_MEMBER',
      severity: 'warning' as const,
      path,
      range: findRange(merged.syntax, path, 'value'),
      message: `The input “${name}” is no longer declared, and is read here.`,
    }));
  });
}

function declares(analysis: Analysis, input: string): boolean {
  return inputProperties(analysis).some(({ name }) => name === input);
}

function isKnown(errors: readonly Diagnostic[], path: Path): boolean {
  return errors.some((error) => JSON.stringify(error.path) === JSON.stringify(path));
}

/**
 * Warnings of a name that leads nowhere, and of a task that nothing leads to: where neither side has one, one side renamed or removed what
 * the other has named since, or added something to.
 */
const LEADS_NOWHERE: ReadonlySet<string> = new Set([
  'LIKELY_MISSPELT',
  'MISSING_INPUT',
  'MISSING_WORKFLOW',
  'NEVER_EQUAL',
  'ROUTE_NEVER_TAKEN',
  'UNKNOWN_MEMBER',
  'UNREACHABLE_TASK',
  'UNRESOLVED_USE',
]);

function errorsOf(analysis: Analysis): readonly Diagnostic[] {
  return checkAnalysis(analysis).filter(({ severity, code }) => severity === 'error' || LEADS_NOWHERE.has(code));
}
