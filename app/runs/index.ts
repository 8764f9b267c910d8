/** Watching a run: the drawer with timeline, events and output, the history, and the form that starts a run. */
export { RunDialog } from './RunDialog.tsx';
export { RunDrawer } from './RunDrawer.tsx';
export { RunsPanel } from './RunsPanel.tsx';
