import type { DialogName, DrawerTab, Mode, PanelName, SessionState, Theme } from './State.ts';
import { session, update } from './store.ts';
import type { ViewState } from './ViewState.ts';

/** Shows canvas, text or both. The graph turns with it unless the user chose a direction. */
export function setMode(mode: Mode): void {
  update({ view: { mode, direction: toDirection({ ...session.getState().view, mode }) } });
}

/** Shows one side panel, or none. */
export function setPanel(panel: PanelName | null): void {
  update({ view: { panel } });
}

/** Opens a side panel, or closes it when it is the open one. */
export function togglePanel(panel: PanelName): void {
  update({ view: { panel: session.getState().view.panel === panel ? null : panel } });
}

/** Opens the drawer, on a tab or on the last one. On a phone the form of the workflow makes room for it. */
export function openDrawer(tab?: DrawerTab): void {
  const { drawer, isNarrow, isWorkflowShown } = session.getState().view;
  const isOtherShown = isWorkflowShown && !isNarrow;
  update({ view: { drawer: { isOpen: true, tab: tab ?? drawer.tab }, isWorkflowShown: isOtherShown } });
}

/** Closes the drawer; it remembers its tab. */
export function closeDrawer(): void {
  update({ view: { drawer: { ...session.getState().view.drawer, isOpen: false } } });
}

/** Shows the inspector, with what is selected or else with the workflow, or hides it. */
export function toggleInspector(): void {
  const state = session.getState();
  const { inspector, mode } = state.view;
  const isShown = inspected(state) !== null;
  const open = { inspector: { ...inspector, [mode]: true } };
  if (isShown)
    update({
      view: selectsSomething(state) ? { inspector: { ...inspector, [mode]: false } } : { isWorkflowShown: false },
    });
  else update({ view: selectsSomething(state) ? open : { ...open, isWorkflowShown: true } });
}

/** What the inspector shows; null while it is hidden or, with nothing selected, folded. */
export function inspected(state: Pick<SessionState, 'view' | 'document'>): 'selection' | 'workflow' | null {
  const { inspector, mode, isWorkflowShown } = state.view;
  if (!inspector[mode]) return null;
  if (selectsSomething(state)) return 'selection';
  return isWorkflowShown ? 'workflow' : null;
}

function selectsSomething({ document: { selection } }: Pick<SessionState, 'document'>): boolean {
  return selection.tasks.size > 0 || selection.edge !== null || selection.resource !== null;
}

/** Light, dark, or as the system has it. */
export function setTheme(theme: Theme): void {
  update({ view: { theme } });
}

/** Chooses which way the graph flows in the mode that is shown. */
export function setDirection(direction: 'right' | 'down'): void {
  const { flow, mode } = session.getState().view;
  update({ view: { flow: { ...flow, [mode]: direction }, direction } });
}

/** Says whether the window is as narrow as a phone: the graph then flows down, unless the user chose otherwise. */
export function setNarrow(isNarrow: boolean): void {
  update({ view: { isNarrow, direction: toDirection({ ...session.getState().view, isNarrow }) } });
}

/** Opens a dialog in the place of the one that is open. */
export function openDialog(dialog: DialogName): void {
  update({ view: { dialog } });
}

/** Closes the dialog that is open. */
export function closeDialog(): void {
  update({ view: { dialog: null } });
}

/** Which way the graph flows. */
export function toDirection({ flow, mode, isNarrow }: Pick<ViewState, 'flow' | 'mode' | 'isNarrow'>): 'right' | 'down' {
  return flow[mode] ?? (mode === 'split' || isNarrow ? 'down' : 'right');
}
