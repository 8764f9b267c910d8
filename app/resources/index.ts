/** Agents, tools and memory of the workflow. */
export { ResourcesPanel } from './ResourcesPanel.tsx';
