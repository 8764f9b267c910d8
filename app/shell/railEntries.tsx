import type { ReactNode } from 'react';
import { menuEntryOf } from '../actions/index.ts';
import { type PanelName, type SessionState, setTheme } from '../session/index.ts';
import {
  BrainIcon,
  CircleDotIcon,
  FileClockIcon,
  FilesIcon,
  FlaskConicalIcon,
  HistoryIcon,
  InboxIcon,
  KeyRoundIcon,
  LibraryIcon,
  ListTreeIcon,
  PlusIcon,
  SearchIcon,
} from '../ui/icons.ts';
import type { MenuEntry } from '../ui/index.ts';

/** A side panel as its button has it. */
export interface PanelButton {
  readonly name: PanelName;
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string;
}

/** The side panels, in the order of their buttons. */
export const PANELS: readonly PanelButton[] = [
  { name: 'add', label: 'Add a task', icon: <PlusIcon />, shortcut: 'A' },
  { name: 'outline', label: 'Outline', icon: <ListTreeIcon />, shortcut: 'Mod+Shift+O' },
  { name: 'find', label: 'Find', icon: <SearchIcon />, shortcut: 'Mod+Shift+F' },
  { name: 'files', label: 'Files', icon: <FilesIcon /> },
  { name: 'versions', label: 'Versions', icon: <FileClockIcon /> },
  { name: 'resources', label: 'Agents, tools and memory', icon: <LibraryIcon /> },
  { name: 'runs', label: 'Run history', icon: <HistoryIcon /> },
  { name: 'inbox', label: 'Inbox', icon: <InboxIcon /> },
  { name: 'breakpoints', label: 'Breakpoints', icon: <CircleDotIcon /> },
  { name: 'tests', label: 'Tests', icon: <FlaskConicalIcon /> },
  { name: 'memory', label: 'Memory', icon: <BrainIcon /> },
  { name: 'variables', label: 'Variables', icon: <KeyRoundIcon /> },
];

/** What the menu of settings has. */
export function settingEntries(theme: SessionState['view']['theme']): readonly MenuEntry[] {
  return [
    { heading: 'Theme' },
    { label: 'Light', isChecked: theme === 'light', onSelect: () => setTheme('light') },
    { label: 'Dark', isChecked: theme === 'dark', onSelect: () => setTheme('dark') },
    { label: 'As the device', isChecked: theme === 'system', onSelect: () => setTheme('system') },
    'separator',
    menuEntryOf('canvas.direction'),
    menuEntryOf('help.shortcuts'),
    menuEntryOf('help.licences'),
    menuEntryOf('help.update'),
  ];
}
