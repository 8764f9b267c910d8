/** The versions of files that this device keeps: their list in a side panel, with what can be done with each. */
export { VersionsPanel } from './VersionsPanel.tsx';
