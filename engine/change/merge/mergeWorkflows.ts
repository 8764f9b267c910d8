import { findResource } from '../../edit/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { findTask } from '../../model/index.ts';
import { findRange } from '../../syntax/index.ts';
import type { Diagnostic } from '../../text/index.ts';
import { findNewErrors } from './findNewErrors.ts';
import { joinTexts, type Texts, textOf } from './joinTexts.ts';
import type { Merge, MergeConflict } from './MergeConflict.ts';
import { mergeTexts } from './mergeTexts.ts';
import { questionErrors } from './questionErrors.ts';
import { followExits } from './rename/followExits.ts';
import { followNames, type NameConflict, type Renamed } from './rename/followNames.ts';
import type { Segment } from './write/Segment.ts';
import { splitAt } from './write/splitAt.ts';

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
  const errors = findNewErrors(merged, () => [checked(renamed.ours.text), checked(renamed.theirs.text)]);
  const sides = {
    base: renamed.base.analysis.syntax,
    ours: renamed.ours.analysis.syntax,
    theirs: renamed.theirs.analysis.syntax,
  };
  const questioned = questionErrors({ ...merge, syntax: merged.syntax }, errors, sides);
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
