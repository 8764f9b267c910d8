import { activeAnalysis, inspected, session, toggleInspector, withPort } from '../../session/index.ts';

/** Shows the form of the selected task with the focus in its name, also where it has none yet. Its id is below. */
export function renameSelected(): void {
  const [id] = session.getState().document.selection.tasks;
  const task = activeAnalysis('shown')?.graph.nodes.get(id ?? '')?.task;
  if (!task) return;
  if (inspected(session.getState()) === null) toggleInspector();
  withPort('inspector', (inspector) => inspector.reveal([...task.path, 'name']));
}
