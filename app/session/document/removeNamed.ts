import { findUses, type ResourceUse, removeResource } from '#engine/edit';
import { notify } from '../store/notices.ts';
import { session } from '../store/store.ts';
import { activeAnalysis } from './analysis.ts';
import { dispatch, undo } from './dispatch.ts';

/** An agent, a tool or the memory of the open file. */
export interface Removable {
  readonly kind: 'agent' | 'tool' | 'memory';
  readonly id: string;
}

/** Removes one as one step, says what still uses it, and offers to undo that. Answers whether it was removed. */
export function removeNamed(name: Removable): boolean {
  const analysis = activeAnalysis('resolved');
  if (!analysis) return false;
  const uses = findUses(analysis, name, session.getState().document.workspace.files);
  if (!dispatch(removeResource(analysis, name))) return false;
  const after = session.getState().document.workspace;
  const restore = () => {
    if (session.getState().document.workspace === after) undo('told');
    else notify({ kind: 'info', message: 'Something else was changed since. Undo takes the steps back one by one.' });
  };
  notify({
    kind: uses.length > 0 ? 'warning' : 'info',
    message: describeRemoval(name, uses, analysis.path),
    action: { label: 'Undo', run: restore },
  });
  return true;
}

/** Places named in a notice; what is more is counted. */
const NAMED = 3;

/** What was removed, and where it is missed: tasks of the file by id, other files by name. */
export function describeRemoval({ kind, id }: Removable, uses: readonly ResourceUse[], path: string): string {
  const places = [
    ...new Set(uses.map(({ file, taskId }) => (file === path ? (taskId ?? 'another definition') : file))),
  ];
  if (places.length === 0) return `Removed ${kind} ${id}. Nothing used it.`;
  const more = places.length - NAMED;
  const named = places.slice(0, NAMED).join(', ');
  return `Removed ${kind} ${id}. It is still used by ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}
