import type { DocumentState } from './DocumentState.ts';
import type { RunState } from './RunState.ts';
import type { StorageState } from './StorageState.ts';
import type { ViewState } from './ViewState.ts';
import type { WorkspaceState } from './WorkspaceState.ts';

export type { CheckedText, ResourceRef, Selection, SelectionOrigin } from './DocumentState.ts';
export type {
  ComparisonAround,
  InsideRun,
  InsideStep,
  KeptBreakpoint,
  RunAim,
  RunFilter,
  RunFormSubject,
  ShownMoment,
  ShownRun,
} from './RunState.ts';
export type { ServedRun, ServedRuns, ServedStatus, ShownServer } from './ServedState.ts';
export type { Conflict, FolderState, SaveState, StorageLoss, StoreName } from './StorageState.ts';
export type { DialogName, DrawerTab, Mode, PanelName, StepDock, StepTab, Theme } from './ViewState.ts';

/** Everything the panes share, by slice. Derived values (analyses, diagnostics) are computed from it, never kept in it. */
export interface SessionState {
  readonly view: ViewState;
  readonly document: DocumentState;
  readonly workspace: WorkspaceState;
  readonly run: RunState;
  readonly storage: StorageState;
}

/** Changes of some fields of some slices; all other fields stay as they are. */
export type StateChange = { readonly [Slice in keyof SessionState]?: Partial<SessionState[Slice]> };
