/** The versions of files that this device keeps: their list in a side panel, with what can be done with each. */
export type { OpenDiff } from './TextDiff.tsx';
export { VersionsPanel } from './VersionsPanel.tsx';
