/** The panel of tests: which there are, what they came to, and why one failed. */
export { TestsPanel } from './TestsPanel.tsx';
