/** The frame around the panes: top bar, rail, notices of state, palette of commands, list of shortcuts. */
export { CommandPalette } from './CommandPalette.tsx';
export { Rail } from './Rail.tsx';
export { ShortcutsDialog } from './ShortcutsDialog.tsx';
export { StatusArea } from './StatusArea.tsx';
export { TopBar } from './TopBar.tsx';
