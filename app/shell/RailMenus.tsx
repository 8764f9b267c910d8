import type { ReactNode } from 'react';
import { openDialog, togglePanel, useSession } from '../session/index.ts';
import { CommandIcon, EllipsisIcon, SettingsIcon } from '../ui/icons.ts';
import { IconButton, Menu } from '../ui/index.ts';
import { OTHER_PANELS, settingEntries } from './panelMenu.tsx';
import { BarButton } from './railEntries.tsx';

/** The button of another panel that is open, and the menu of all others. */
export function MorePanels(): ReactNode {
  const open = useSession((state) => state.view.panel);
  const shown = OTHER_PANELS.find(({ name }) => name === open);
  return (
    <>
      {shown && (
        <BarButton
          label={shown.label}
          word={shown.label}
          icon={shown.icon}
          isActive
          onClick={() => togglePanel(shown.name)}
        />
      )}
      <Menu
        side="right"
        trigger={<BarButton label="More panels" word="More" icon={<EllipsisIcon />} />}
        entries={OTHER_PANELS.map(({ name, label, icon }) => ({ label, icon, onSelect: () => togglePanel(name) }))}
      />
    </>
  );
}

/** The command palette, and the menu of settings: theme, direction and help. */
export function RailFoot(): ReactNode {
  const theme = useSession((state) => state.view.theme);
  // What the menu says of it.
  useSession((state) => state.view.isReleaseOffered);
  return (
    <>
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
    </>
  );
}
