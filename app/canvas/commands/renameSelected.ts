import { activeAnalysis, inspected, session, toggleInspector, withPort } from '../../session/index.ts';

/** Shows the form of the selected task with the focus in what its card is called by: its name, or without one its id. */
export function renameSelected(): void {
  const [id] = session.getState().document.selection.tasks;
  const task = activeAnalysis('shown')?.graph.nodes.get(id ?? '')?.task;
  if (!task) return;
  if (inspected(session.getState()) === null) toggleInspector();
  withPort('inspector', (inspector) => inspector.reveal([...task.path, task.name === null ? 'id' : 'name']));
}
