import { ok, type Result } from '../../base/index.ts';
import type { Analysis } from '../../graph/index.ts';
import type { Layout, Point, Refusal, Transaction } from '../../text/index.ts';
import { findTaskNode } from '../find/findTaskNode.ts';
import { comparePaths } from '../find/outermost.ts';
import { refuse } from '../find/refuse.ts';
import { findSyntaxRefusal } from '../steps/editFile.ts';
import { placeInLayout } from '../steps/layoutEntries.ts';
import { copyTasks } from './copyTasks.ts';
import { pasteTasks, readPasted } from './pasteTasks.ts';

/** The tasks to copy. */
export interface Duplication {
  readonly ids: readonly string[];
  /** The file's layout now: copies of placed cards lie next to them. */
  readonly layout?: Layout | undefined;
}

/** How far a copy's card lies from the original's, px both ways. */
const BESIDE = 40;

/** Writes copies of tasks behind the last of them, in the container of the first; they lead where the originals lead. */
export function duplicateTasks(analysis: Analysis, { ids, layout }: Duplication): Result<Transaction, Refusal> {
  const refusal = findSyntaxRefusal(analysis);
  if (refusal) return refusal;
  const [first] = ids;
  if (first === undefined) return refuse('NOTHING_SELECTED', '', 'Select a task first.');
  const found = findTaskNode(analysis, first);
  if (!found.ok) return found;
  const { parent } = found.value;
  const siblings = ids.flatMap((id) => analysis.graph.nodes.get(id) ?? []).filter((node) => node.parent === parent);
  const last = siblings
    .map((node) => node.task.path)
    .toSorted(comparePaths)
    .at(-1);
  const yaml = copyTasks(analysis, ids);
  const pasted = readPasted(analysis, yaml);
  if (!pasted.ok) return pasted;
  const transaction = pasteTasks(analysis, { yaml, parent, index: Number(last?.at(-1) ?? -1) + 1 });
  if (!transaction.ok) return transaction;
  const placed = placeInLayout(layout, placeCopies(layout, pasted.value.ids, new Set(ids)));
  return ok({
    ...transaction.value,
    origin: `duplicateTasks:${ids.join()}`,
    ...(placed ? { layouts: new Map([[analysis.path, placed]]) } : {}),
  });
}

/** Chosen cards move aside; what is inside them keeps its place in its container. */
function placeCopies(
  layout: Layout | undefined,
  ids: ReadonlyMap<string, string>,
  chosen: ReadonlySet<string>,
): [string, Point][] {
  return [...ids].flatMap(([from, to]): [string, Point][] => {
    const at = layout?.positions.get(from);
    if (!at) return [];
    return [[to, chosen.has(from) ? { x: at.x + BESIDE, y: at.y + BESIDE } : at]];
  });
}
