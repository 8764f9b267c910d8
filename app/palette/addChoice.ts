import { type Analysis, addTask, connectTasks, type NewTask, newTaskId, type TaskDraft } from '#engine';
import { commandAnalysis, dispatch, select, session, withPort } from '../session/index.ts';

/**
 * Adds a task to the active file and shows it: inside the container that is selected, else after the one selected task
 * where its success leads nowhere yet, else on its own. Answers whether it was added.
 */
export function addChoice(draft: TaskDraft): boolean {
  const analysis = commandAnalysis();
  if (!analysis) return false;
  const id = newTaskId(analysis, draft);
  if (!dispatch(addTask(analysis, { ...draft, ...findPlace(analysis, session.getState().selection.tasks) })))
    return false;
  select({ tasks: [id] });
  withPort('canvas', (canvas) => canvas.centerOn(id));
  return true;
}

/** Where a task goes that was picked without a place. */
export function findPlace(
  analysis: Analysis,
  selected: ReadonlySet<string>,
): Partial<Pick<NewTask, 'after' | 'parent'>> {
  const [source] = selected;
  const node = selected.size === 1 && source !== undefined ? analysis.graph.nodes.get(source) : undefined;
  if (!node) return { parent: null };
  const { type } = node.task;
  if (type === 'parallel' || type === 'composite' || type === 'collection') return { parent: node.id };
  const via = type === 'decision' ? 'routes' : 'on_success';
  const isFree = !analysis.graph.edges.some(
    (edge) => edge.source === node.id && (edge.via === via || edge.via === 'sequence'),
  );
  const mayLead = isFree && connectTasks(analysis, { source: node.id, via, target: 'end' }).ok;
  return mayLead ? { after: { source: node.id, via } } : { parent: node.parent };
}
