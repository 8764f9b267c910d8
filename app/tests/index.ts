/** Tests: the panel of all of them, and a test file in place of a canvas. Both say their results, and why one failed. */
export { TestsPanel } from './TestsPanel.tsx';
export { TestsTable } from './TestsTable.tsx';
