import { BrainIcon, CircleDotIcon, FileClockIcon, FlaskConicalIcon, InboxIcon, SearchIcon } from '../ui/icons.ts';
import type { PanelButton } from './railEntries.tsx';

/** The side panels that have a button while they are open, and are in a menu else. */
export const OTHER_PANELS: readonly PanelButton[] = [
  { name: 'find', label: 'Find', icon: <SearchIcon /> },
  { name: 'versions', label: 'Versions', icon: <FileClockIcon /> },
  { name: 'inbox', label: 'Inbox', icon: <InboxIcon /> },
  { name: 'breakpoints', label: 'Breakpoints', icon: <CircleDotIcon /> },
  { name: 'tests', label: 'Tests', icon: <FlaskConicalIcon /> },
  { name: 'memory', label: 'Memory', icon: <BrainIcon /> },
];
