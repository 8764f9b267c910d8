import { type Analysis, drawnGraph, effectiveWorkflow } from '../../graph/index.ts';
import { walkTasks } from '../../model/index.ts';

/** What nodes of the graph are called by the tasks that lead to them: their ids, or those they have from what they import. */
export interface TaskNames {
  /** The id of the node that a written id leads to; the same id where there is none. */
  nodeOf(written: string): string;
  /** The id that leads to a node; its own where it has none. */
  nameOf(node: string): string;
}

const known = new WeakMap<Analysis, TaskNames>();

/** The names of an analysis, the same object for the same one; of one without resolved imports they are the ids in the text. */
export function readTaskNames(analysis: Analysis): TaskNames {
  let names = known.get(analysis);
  if (names === undefined) known.set(analysis, (names = collectNames(analysis)));
  return names;
}

function collectNames(analysis: Analysis): TaskNames {
  const names = new Map<string, string>();
  const nodes = new Map<string, string>();
  for (const [id, { task }] of drawnGraph(analysis).nodes) {
    if (task.import === null || task.id === '' || analysis.graph.nodes.has(task.id) || nodes.has(task.id)) continue;
    names.set(id, task.id);
    nodes.set(task.id, id);
  }
  return { nodeOf: (written) => nodes.get(written) ?? written, nameOf: (node) => names.get(node) ?? node };
}

/** Every task id in use here, those from imports and inside imported containers included, and `end`. */
export function takenIds(analysis: Analysis): Set<string> {
  const taken = new Set(['end']);
  for (const workflow of new Set([analysis.workflow, effectiveWorkflow(analysis)])) {
    for (const { task } of walkTasks(workflow)) taken.add(task.id);
  }
  return taken;
}
