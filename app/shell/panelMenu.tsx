import { menuEntryOf } from '../actions/index.ts';
import { type SessionState, setTheme } from '../session/index.ts';
import {
  BrainIcon,
  CircleDotIcon,
  FileClockIcon,
  FlaskConicalIcon,
  InboxIcon,
  MessageSquarePlusIcon,
  SearchIcon,
  SparklesIcon,
} from '../ui/icons.ts';
import type { MenuEntry } from '../ui/index.ts';
import type { PanelButton } from './railEntries.tsx';

/** The side panels that have a button while they are open, and are in a menu else. */
export const OTHER_PANELS: readonly PanelButton[] = [
  { name: 'find', label: 'Find', icon: <SearchIcon /> },
  { name: 'versions', label: 'Versions', icon: <FileClockIcon /> },
  { name: 'inbox', label: 'Inbox', icon: <InboxIcon /> },
  { name: 'breakpoints', label: 'Breakpoints', icon: <CircleDotIcon /> },
  { name: 'tests', label: 'Tests', icon: <FlaskConicalIcon /> },
  { name: 'memory', label: 'Memory', icon: <BrainIcon /> },
  { name: 'assistant', label: 'Describe it', icon: <SparklesIcon /> },
  { name: 'proposals', label: 'Proposed changes', icon: <MessageSquarePlusIcon /> },
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
