import { openDialog, togglePanel, useSession } from '../session/index.ts';
import { CommandIcon, SettingsIcon } from '../ui/icons.ts';
import { IconButton, Menu } from '../ui/index.ts';
import styles from './Rail.module.css';
import { PANELS, settingEntries } from './railEntries.tsx';

/** The column of side panels. */
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
          entries={settingEntries(theme)}
        />
      </div>
    </nav>
  );
}
