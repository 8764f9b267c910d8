/** The side panel that adds tasks. */
export { AddPanel } from './AddPanel.tsx';
