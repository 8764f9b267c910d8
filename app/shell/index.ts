/** The frame around the panes: top bar, rail, notices of state. Palette and list of shortcuts are loaded when they open. */
export { Rail } from './Rail.tsx';
export { StatusArea } from './StatusArea.tsx';
export { TopBar } from './TopBar.tsx';
