/** Watching a run: the drawer with timeline, events and output, the history, the form that starts a run, and what is said when it cannot go on. */
export { RunBanner } from './RunBanner.tsx';
export { RunDialog } from './RunDialog.tsx';
export { RunDrawer } from './RunDrawer.tsx';
export { RunsPanel } from './RunsPanel.tsx';
