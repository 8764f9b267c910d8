import type { ReactNode } from 'react';
import { menuEntryOf } from '../actions/index.ts';
import { openDialog, type PanelName, setTheme, togglePanel, useSession } from '../session/index.ts';
import {
  BrainIcon,
  CommandIcon,
  FilesIcon,
  HistoryIcon,
  InboxIcon,
  KeyRoundIcon,
  LibraryIcon,
  ListTreeIcon,
  PlusIcon,
  SearchIcon,
  SettingsIcon,
} from '../ui/icons.ts';
import { IconButton, Menu } from '../ui/index.ts';
import styles from './Rail.module.css';

interface PanelButton {
  readonly name: PanelName;
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string;
}

const PANELS: readonly PanelButton[] = [
  { name: 'add', label: 'Add a task', icon: <PlusIcon />, shortcut: 'A' },
  { name: 'outline', label: 'Outline', icon: <ListTreeIcon />, shortcut: 'Mod+Shift+O' },
  { name: 'find', label: 'Find', icon: <SearchIcon />, shortcut: 'Mod+Shift+F' },
  { name: 'files', label: 'Files', icon: <FilesIcon /> },
  { name: 'resources', label: 'Agents, tools and memory', icon: <LibraryIcon /> },
  { name: 'runs', label: 'Run history', icon: <HistoryIcon /> },
  { name: 'inbox', label: 'Inbox', icon: <InboxIcon /> },
  { name: 'memory', label: 'Memory', icon: <BrainIcon /> },
  { name: 'variables', label: 'Variables', icon: <KeyRoundIcon /> },
];

/** The column of side panels; on a phone the row at the foot. */
export function Rail() {
  const open = useSession((state) => state.view.panel);
  const theme = useSession((state) => state.view.theme);
  // What the menu of settings says of it.
  useSession((state) => state.view.isReleaseOffered);
  return (
    <nav className={styles.rail} aria-label="Panels">
      <div className={styles.group}>
        {PANELS.map(({ name, label, icon, shortcut }) => (
          <IconButton
            key={name}
            size="large"
            label={label}
            icon={icon}
            shortcut={shortcut}
            tooltipSide="right"
            isActive={open === name}
            onClick={() => togglePanel(name)}
          />
        ))}
      </div>
      <div className={styles.group}>
        <IconButton
          size="large"
          label="Command palette"
          shortcut="Mod+K"
          icon={<CommandIcon />}
          tooltipSide="right"
          onClick={() => openDialog('command-palette')}
        />
        <Menu
          side="right"
          align="end"
          trigger={<IconButton size="large" label="Settings" icon={<SettingsIcon />} tooltipSide="right" />}
          entries={[
            { heading: 'Theme' },
            { label: 'Light', isChecked: theme === 'light', onSelect: () => setTheme('light') },
            { label: 'Dark', isChecked: theme === 'dark', onSelect: () => setTheme('dark') },
            { label: 'As the device', isChecked: theme === 'system', onSelect: () => setTheme('system') },
            'separator',
            menuEntryOf('canvas.direction'),
            menuEntryOf('help.shortcuts'),
            menuEntryOf('help.licences'),
            menuEntryOf('help.update'),
          ]}
        />
      </div>
    </nav>
  );
}
