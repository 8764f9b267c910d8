import { moveTasksTo } from '#engine/edit';
import { activeAnalysis, dispatch, notify } from '../../session/index.ts';
import { currentArrangement } from '../state/arrangement.ts';
import { readSelected } from './readSelected.ts';

/** Moves the selected tasks by one place in their list, as one step. At its end a notice says that nothing is left to do. */
export function moveInList(to: 'earlier' | 'later'): void {
  const [analysis, shown] = [activeAnalysis('resolved'), currentArrangement()];
  const ids = readSelected();
  const [first] = ids;
  if (!analysis || !shown || first === undefined) return;
  const { nodes } = shown.graph;
  const parent = nodes.get(first)?.parent ?? null;
  if (ids.some((id) => (nodes.get(id)?.parent ?? null) !== parent)) {
    notify({ kind: 'warning', message: 'Tasks are moved along one list. Select tasks of one container.' });
    return;
  }
  const places = ids.map((id) => Number(nodes.get(id)?.task.path.at(-1)));
  const count = [...nodes.values()].filter((node) => node.parent === parent).length;
  const [start, end] = [Math.min(...places), Math.max(...places)];
  const isAtEnd = to === 'earlier' ? start === 0 : end === count - 1;
  if (isAtEnd) {
    notify({ kind: 'info', message: `It is the ${to === 'earlier' ? 'first' : 'last'} of its list already.` });
    return;
  }
  dispatch(moveTasksTo(analysis, { ids, parent, index: to === 'earlier' ? start - 1 : end + 2 }));
}
