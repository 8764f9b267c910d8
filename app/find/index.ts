/** Finding text in all files of the workspace, going to it, and replacing it with a preview. The search itself is the engine's (`engine/edit/search`). */
export { FindPanel } from './FindPanel.tsx';
