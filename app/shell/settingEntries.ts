import { menuEntryOf } from '../actions/index.ts';
import { type SessionState, setTheme } from '../session/index.ts';
import type { MenuEntry } from '../ui/index.ts';

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
