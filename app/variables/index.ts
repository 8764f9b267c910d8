/** The workspace's variables. */
export { VariablesPanel } from './VariablesPanel.tsx';
