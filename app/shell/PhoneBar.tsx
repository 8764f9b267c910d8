import type { ReactNode } from 'react';
import { menuEntryOf } from '../actions/index.ts';
import { type PanelName, togglePanel, useSession } from '../session/index.ts';
import { EllipsisIcon } from '../ui/icons.ts';
import { Menu, type MenuEntry } from '../ui/index.ts';
import styles from './PhoneBar.module.css';
import { OTHER_PANELS, settingEntries } from './panelMenu.tsx';
import { BarButton, MAIN_PANELS } from './railEntries.tsx';

/** What a phone has room for, each with a word that is part of its name; the others are in the menu at the end. */
const WORDS: Partial<Record<PanelName, string>> = { add: 'Add', outline: 'Outline', runs: 'History', inbox: 'Inbox' };

const PANELS = [...MAIN_PANELS, ...OTHER_PANELS];

/** The side panels on a phone: a row at the foot. */
export function PhoneBar(): ReactNode {
  const open = useSession((state) => state.view.panel);
  const theme = useSession((state) => state.view.theme);
  // What the menu of settings says of it.
  useSession((state) => state.view.isReleaseOffered);
  const others = PANELS.filter(({ name }) => WORDS[name] === undefined);
  const entries: readonly MenuEntry[] = [
    ...others.map(({ name, label, icon }) => ({ label, icon, onSelect: () => togglePanel(name) })),
    'separator',
    menuEntryOf('help.palette'),
    'separator',
    ...settingEntries(theme),
  ];
  return (
    <nav className={styles.bar} aria-label="Panels">
      {PANELS.map(({ name, label, icon }) => {
        const word = WORDS[name];
        return (
          word && (
            <BarButton
              key={name}
              label={label}
              word={word}
              icon={icon}
              isActive={open === name}
              onClick={() => togglePanel(name)}
            />
          )
        );
      })}
      <Menu
        side="top"
        align="end"
        trigger={
          <BarButton
            label="More panels"
            word="More"
            icon={<EllipsisIcon />}
            isActive={others.some(({ name }) => name === open) || undefined}
          />
        }
        entries={entries}
      />
    </nav>
  );
}
