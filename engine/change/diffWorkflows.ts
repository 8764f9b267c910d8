import type { Analysis } from '../graph/index.ts';
import { type Workflow, walkTasks } from '../model/index.ts';
import { applyEdits } from '../text/index.ts';
import { alignTexts } from './align/alignTexts.ts';
import { makeEdits, takeBackEdits } from './align/Hunk.ts';
import { ItemPairs } from './align/ItemPairs.ts';
import { equalOrdered } from './compare/compareNodes.ts';
import { matchParts } from './match/matchParts.ts';
import { attribute } from './name/attribute.ts';
import type { Change, DraftChange } from './name/Change.ts';
import { isSamePart } from './name/isSamePart.ts';
import { Names } from './name/Names.ts';
import { tellResources, tellTop } from './name/tellResources.ts';
import { type Telling, tellTasks } from './name/tellTasks.ts';

/**
 * What differs between two texts of a workflow, as changes in the order of the text after. None: the texts are equal byte for byte. The edits of all changes
 * together lead from one text to the other; edits of changes that cannot be had without each other overlap. Where either text cannot be
 * read as a map, one change tells that the texts differ.
 */
export function diffWorkflows(before: Analysis, after: Analysis): readonly Change[] {
  const [was, is] = [before.syntax.text, after.syntax.text];
  if (was === is) return [];
  if (before.isBroken || after.isBroken) return [tellBroken(before, after)];
  const matched = matchParts(before, after);
  const telling: Telling = { before, after, matched, pairs: new ItemPairs(matched), names: new Names(matched) };
  const hunks = alignTexts(before.syntax, after.syntax, matched);
  const drafts = [...tellTop(telling), ...tellResources(telling), ...tellTasks(telling)];
  // What is no task among the tasks has nothing that it could be aligned by: it goes, and comes again.
  const told = attribute(drafts, hunks, telling).filter(
    ({ hunks: own }) => applyEdits(was, makeEdits(is, own)) !== was,
  );
  const isProven =
    told.some(({ draft }) => draft.severity !== 'cosmetic') || isSameProgram(before.workflow, after.workflow);
  return told.map(({ draft, hunks: own }) => ({
    ...draft,
    severity: isProven ? draft.severity : 'behaviour',
    make: makeEdits(is, own),
    takeBack: takeBackEdits(was, own),
  }));
}

function tellBroken(before: Analysis, after: Analysis): Change {
  const [was, is] = [before.syntax.text, after.syntax.text];
  const which = before.isBroken ? (after.isBroken ? 'Neither text' : 'The text before') : 'The text after';
  const hunk = { before: { start: 0, end: was.length }, after: { start: 0, end: is.length }, apart: false, order: 0 };
  const draft: DraftChange = {
    kind: 'text.changed',
    severity: 'behaviour',
    path: [],
    sentence: `${which} can${before.isBroken && after.isBroken ? '' : 'not'} be read as a workflow, so it is only known that they differ.`,
    before: hunk.before,
    after: hunk.after,
  };
  return { ...draft, make: makeEdits(is, [hunk]), takeBack: takeBackEdits(was, [hunk]) };
}

/** What is compared part by part, and what no run reads. The name is asked about where it differs. */
const APART: ReadonlySet<string> = new Set(['path', 'name', 'description', 'tasks', 'agents', 'tools']);

/** Whether a run of either workflow is a run of the other: the same program, down to the order of keys of all data in it. */
export function isSameProgram(before: Workflow, after: Workflow): boolean {
  if (!equalOrdered(before, after, APART)) return false;
  const [was, is] = [walkTasks(before), walkTasks(after)];
  if (
    was.length !== is.length ||
    before.agents.length !== after.agents.length ||
    before.tools.length !== after.tools.length
  )
    return false;
  const sameTasks = was.every(({ task, parent, index }, place) => {
    const other = is[place];
    return (
      other !== undefined && other.index === index && other.parent?.id === parent?.id && isSamePart(task, other.task)
    );
  });
  return (
    sameTasks &&
    areSame(before.agents, after.agents, isSamePart) &&
    areSame(before.tools, after.tools, isSamePart) &&
    areSame(before.agents, after.agents, (agent, other) => equalOrdered(agent.actions, other.actions, APART))
  );
}

/** Each as the one of its id; of several of one id as the one in its place among them. */
function areSame<T extends { readonly id: string }>(
  before: readonly T[],
  after: readonly T[],
  isSame: (part: T, other: T) => boolean,
): boolean {
  const left = [...after];
  return before.every((part) => {
    const at = left.findIndex(({ id }) => id === part.id);
    const [other] = at < 0 ? [] : left.splice(at, 1);
    return other !== undefined && isSame(part, other);
  });
}
