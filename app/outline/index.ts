/** The tasks of the open file as a tree: the graph for a screen reader, and the way to edit on a phone. */
export { OutlinePanel } from './OutlinePanel.tsx';
