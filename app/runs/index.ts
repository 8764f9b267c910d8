/**
 * The history of runs and the form that starts one. What shows a run, `RunDrawer.tsx` and `RunBanner.tsx`, is loaded by
 * itself: a run that goes on waits for nothing else.
 */
export { RunDialog } from './RunDialog.tsx';
export { RunsPanel } from './RunsPanel.tsx';
