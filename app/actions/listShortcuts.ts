import type { Action, KeyBinding } from './Action.ts';
import { listActions } from './registry.ts';

/** The shortcuts of one scope, each with what it does. */
export interface ShortcutGroup {
  readonly heading: string;
  readonly rows: readonly { readonly label: string; readonly shortcuts: readonly string[] }[];
}

/** All shortcuts of actions, and the given keys that are no actions, as the app and the docs list them. */
export function listShortcuts(keys: readonly KeyBinding[]): readonly ShortcutGroup[] {
  const bindings = [...keys, ...listActions()];
  return [
    { heading: 'Everywhere', rows: rowsOf(bindings, undefined) },
    { heading: 'On the canvas', rows: rowsOf(bindings, 'canvas') },
    { heading: 'In the outline', rows: rowsOf(bindings, 'outline') },
    { heading: 'In the search results', rows: rowsOf(bindings, 'find') },
    { heading: 'In the drawer of a run', rows: rowsOf(bindings, 'run') },
    { heading: 'In a comparison', rows: rowsOf(bindings, 'comparison') },
  ];
}

function rowsOf(
  bindings: readonly (KeyBinding | Action)[],
  scope: KeyBinding['scope'] | undefined,
): ShortcutGroup['rows'] {
  return bindings.flatMap((entry) =>
    entry.scope === scope && entry.shortcuts !== undefined ? [{ label: entry.label, shortcuts: entry.shortcuts }] : [],
  );
}
