import type { DialogName, DrawerTab, Mode, PanelName, Theme } from './State.ts';
import { toDirection } from './settings.ts';
import { session, update } from './store.ts';

/** Shows canvas, text or both. The graph turns with it unless the person chose a direction. */
export function setMode(mode: Mode): void {
  update({ mode, direction: toDirection({ ...session.getState(), mode }) });
}

/** Shows one side panel, or none. */
export function setPanel(panel: PanelName | null): void {
  update({ panel });
}

/** Opens a side panel, or closes it when it is the open one. */
export function togglePanel(panel: PanelName): void {
  update({ panel: session.getState().panel === panel ? null : panel });
}

/** Opens the drawer, on a tab or on the last one. */
export function openDrawer(tab?: DrawerTab): void {
  update({ drawer: { isOpen: true, tab: tab ?? session.getState().drawer.tab } });
}

/** Closes the drawer; it remembers its tab. */
export function closeDrawer(): void {
  update({ drawer: { ...session.getState().drawer, isOpen: false } });
}

/** Shows or hides the inspector in the present mode. */
export function setInspectorOpen(isOpen: boolean): void {
  const { inspector, mode } = session.getState();
  update({ inspector: { ...inspector, [mode]: isOpen } });
}

/** Light, dark, or as the system has it. */
export function setTheme(theme: Theme): void {
  update({ theme });
}

/** Chooses which way the graph flows, whatever the mode; null goes back to following it. */
export function setDirection(flow: 'right' | 'down' | null): void {
  update({ flow, direction: toDirection({ ...session.getState(), flow }) });
}

/** Says whether the window is as narrow as a phone: the graph then flows down, unless the person chose otherwise. */
export function setNarrow(isNarrow: boolean): void {
  update({ isNarrow, direction: toDirection({ ...session.getState(), isNarrow }) });
}

/** Opens a dialog in the place of the one that is open. */
export function openDialog(dialog: DialogName): void {
  update({ dialog });
}

/** Closes the dialog that is open. */
export function closeDialog(): void {
  update({ dialog: null });
}
