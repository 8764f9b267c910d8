import type { Diagnostic, History, Workspace } from '#engine';
import type { Reach } from '#engine/model';
import type { Budget, ModelPrice } from '#engine/run';
import type { JsonObject } from '#engine/values';
import type { McpServer, McpTool, RunServer, SecretState, ShippedPrice, Variable } from '#engine/worker';
import type { RunState } from './RunState.ts';
import type { ViewState } from './ViewState.ts';

export type {
  ComparisonAround,
  InsideRun,
  InsideStep,
  KeptBreakpoint,
  RunAim,
  RunFilter,
  RunFormSubject,
  ServedRun,
  ServedRuns,
  ServedStatus,
  ShownMoment,
  ShownRun,
  ShownServer,
} from './RunState.ts';
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

export interface ResourceRef {
  readonly kind: 'agent' | 'tool' | 'memory' | 'workflow';
  readonly id: string;
}

export type SelectionOrigin = 'canvas' | 'source' | 'inspector' | 'other';

/** What the user is looking at in the active file: tasks, notes and frames, or an edge, or a resource. */
export interface Selection {
  readonly tasks: ReadonlySet<string>;
  /** Ids of notes of its layout. */
  readonly notes: ReadonlySet<string>;
  /** Ids of frames of its layout. */
  readonly frames: ReadonlySet<string>;
  /** Id of an edge of the graph. */
  readonly edge: string | null;
  readonly resource: ResourceRef | null;
  /** Which pane it was made in: that pane does not scroll to it. */
  readonly origin: SelectionOrigin;
}

/** Diagnostics of one exact text, made in the worker. */
export interface CheckedText {
  readonly path: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The texts, their history, which file is open and what is selected in it. What is derived from a text is computed, never kept here. */
export interface DocumentState {
  readonly workspace: Workspace;
  readonly history: History;
  readonly activePath: string | null;
  readonly selection: Selection;
  /** Files that came from outside and that the user has not said yes to: they do not run. */
  readonly untrusted: ReadonlySet<string>;
  /** What is asked while the dialog `trust` is open. */
  readonly trustQuestion: TrustQuestion | null;
  readonly checked: CheckedText | null;
  /** Counts what the worker began and ended to read, so that what is derived from it is derived again. */
  readonly readings: number;
}

/** What is set up next to the files: variables, secrets, servers, prices. */
export interface WorkspaceState {
  /** Values of secrets are not among them: the engine keeps those. */
  readonly variables: readonly Variable[];
  readonly secrets: SecretState;
  /** MCP servers that are set up: their tools are `mcp:<server>/<tool>`. */
  readonly mcpServers: readonly McpServer[];
  /** The tools that servers last listed, by the name of the server. */
  readonly mcpTools: ReadonlyMap<string, readonly McpTool[]>;
  /** Servers that execute runs. Values of their tokens are not here: the engine keeps those. */
  readonly servers: readonly RunServer[];
  /** The address of the server that runs start on; null: this browser. */
  readonly runOn: string | null;
  /** Which memory its panel shows: the id of one in the open file, or a key of the panel's own; null: the first. */
  readonly memory: string | null;
  /** What models cost, as a user set it on this device. */
  readonly prices: readonly ModelPrice[];
  /** What models cost, as it came with the app; empty until asked for. */
  readonly shippedPrices: readonly ShippedPrice[];
  /** What a run's models may take before it pauses. */
  readonly budget: Budget;
}

/** A run that came from a file, or was forked from such a one. */
interface ImportedSource {
  readonly runId: string;
  readonly path: string;
  readonly source: string;
  /** The texts it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** The name of the file it came from. */
  readonly importedFrom: string;
}

/** On whose behalf the engine is to reach out. */
export type Asker =
  /**
   * A file of the workspace with all it imports; `defines`: the part of a document that is asked about; `tests`: the test file that it is
   * played for, whose variants may set any value of it.
   */
  | { readonly type: 'file'; readonly path: string; readonly defines?: JsonObject; readonly tests?: string }
  | { readonly type: 'imported-run'; readonly run: ImportedSource }
  /** The user, with what they set up in this app, or a run that was let out when it started. */
  | { readonly type: 'person' };

/** What the user is asked before something from outside reaches out for the first time. */
export interface TrustQuestion {
  readonly asker: Exclude<Asker, { readonly type: 'person' }>;
  /** The files of the workspace that a yes counts for; empty for a run. */
  readonly files: readonly string[];
  /** Every text that was judged, by path: a yes counts for these texts alone. */
  readonly texts: ReadonlyMap<string, string>;
  readonly reach: Reach;
  /** True: a text changed while the question was open, so that it is asked again. */
  readonly hasChanged: boolean;
}

/** `saved` only after the text is durable on this device. `failed` says why; the text stays here and can be exported. */
export interface SaveState {
  readonly state: 'loading' | 'saved' | 'saving' | 'failed';
  readonly message?: string;
}

/** What the app keeps on this device, as the user knows it; `page` is what survives a tab that is closed in mid-word. */
export type StoreName = 'workspace' | 'folder' | 'runs' | 'values' | 'files' | 'memories' | 'secrets' | 'page';

/** Storage that was lost while the app was open. */
export interface StorageLoss {
  readonly store: StoreName;
  /** What is lost, what is still there, and what to do. */
  readonly message: string;
}

/** The folder on disk this workspace is written to on Save. */
export interface FolderState {
  readonly name: string;
  /** The text of each file as it is on disk, as far as known: a file that differs has something to save. */
  readonly onDisk: ReadonlyMap<string, string>;
  /** Files that were here before and are not in the folder: Save writes one only while it is the open file. */
  readonly others: ReadonlySet<string>;
  /** Set while the folder cannot be written: it is gone from the disk, closed to the page, or the program that serves it has ended. */
  readonly trouble?: 'gone' | 'denied' | 'ended' | 'unreadable';
}

/** A file that changed on disk while it was also changed, or is open, here. */
export interface Conflict {
  readonly path: string;
  /** Of a layout: the workflow that it arranges, and its text as it is here. */
  readonly layout?: { readonly of: string; readonly text: string };
  /** Null when the file was deleted on disk. */
  readonly diskText: string | null;
  /** True: it is a file that the system opened with the app, and in no folder. */
  readonly isLaunched?: true;
}

/** How what the session holds is kept: on this device, in other tabs, in a folder. */
interface StorageState {
  readonly save: SaveState;
  /** Storage that was lost while the app was open and that the user has not dismissed. */
  readonly losses: readonly StorageLoss[];
  /** A follower watches a workspace that another tab writes. */
  readonly role: 'owner' | 'follower';
  readonly folder: FolderState | null;
  /** Name of the folder that was open when the page went away, while the browser wants the user to allow it again. */
  readonly folderToReopen: string | null;
  readonly conflicts: readonly Conflict[];
  /** Files that the system opened with the app, by path: their text on the disk when it was last seen. Save writes to them. */
  readonly diskFiles: ReadonlyMap<string, string>;
}
