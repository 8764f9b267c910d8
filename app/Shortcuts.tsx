import { listShortcuts } from './actions/index.ts';
import { KEYS } from './keyBindings.ts';
import { ShortcutsDialog } from './shell/ShortcutsDialog.tsx';

/** All keys of actions, and those of features that are no actions, on one page. */
export function Shortcuts() {
  return <ShortcutsDialog groups={listShortcuts(KEYS)} />;
}
