import type {
  Breakpoint,
  Budget,
  Diagnostic,
  History,
  Json,
  ModelPrice,
  Pin,
  RunError,
  RunEvent,
  RunView,
  TextRange,
  Workspace,
} from '#engine';
import type { McpServer, McpTool, RunSummary, SecretState, ShippedPrice, Variable } from '#engine/worker';
import type { TrustQuestion } from './TrustQuestion.ts';

export type Mode = 'design' | 'split' | 'code';
export type PanelName = 'add' | 'files' | 'runs' | 'resources' | 'memory' | 'variables';
export type DrawerTab = 'timeline' | 'events' | 'output' | 'text' | 'problems';
export type Theme = 'light' | 'dark' | 'system';
export type DialogName =
  | 'run-form'
  | 'pin'
  | 'breakpoint'
  | 'command-palette'
  | 'shortcuts'
  | 'templates'
  | 'paste'
  | 'conflict'
  | 'extract'
  | 'trust'
  | 'prices'
  | 'compare';
export type SelectionOrigin = 'canvas' | 'source' | 'inspector' | 'other';

export interface ResourceRef {
  readonly kind: 'agent' | 'tool' | 'memory' | 'workflow';
  readonly id: string;
}

/** What the person is looking at in the active file. At most one of the three kinds is set. */
export interface Selection {
  readonly tasks: ReadonlySet<string>;
  /** Id of an edge of the graph. */
  readonly edge: string | null;
  readonly resource: ResourceRef | null;
  /** Which pane it was made in: that pane does not scroll to it. */
  readonly origin: SelectionOrigin;
}

/** `saved` only after the text is durable on this device. `failed` says why; the text stays here and can be exported. */
export interface SaveState {
  readonly state: 'loading' | 'saved' | 'saving' | 'failed';
  readonly message?: string;
}

/** What the app keeps on this device, as the person knows it; `page` is what survives a tab that is closed in mid-word. */
export type StoreName = 'workspace' | 'folder' | 'runs' | 'values' | 'files' | 'memories' | 'secrets' | 'page';

/** Storage that was lost while the app was open. */
export interface StorageLoss {
  readonly store: StoreName;
  /** What is lost, what is still there, and what to do. */
  readonly message: string;
}

/** The run on screen: one that goes on, or one opened from the history. */
export interface ShownRun {
  readonly runId: string;
  readonly path: string;
  /** The exact text that runs. */
  readonly source: string;
  readonly view: RunView;
  readonly events: readonly RunEvent[];
  /** An activation chosen in the timeline. */
  readonly selectedActivation: number | null;
  /** True between Stop and the end of the run. */
  readonly isStopping: boolean;
  /** True when its engine was gone before it ended: the view says `cancelled`, but nobody stopped it. */
  readonly isInterrupted: boolean;
  /** Why it stands still: nothing of it can be stored, or another tab went on with it. Null while all is well. */
  readonly trouble: RunError | null;
  /** The instant that is looked at in place of now. */
  readonly moment: ShownMoment | null;
  /** True while another tab executes it: it is watched here. */
  readonly isElsewhere: boolean;
  /** True: it came from a file. */
  readonly isImported: boolean;
  /** The name of the file that it, or a run it was forked from, came from; null for a run that was started here. */
  readonly importedFrom: string | null;
  /** The texts it imports, by path, where it came from a file; else empty. */
  readonly files: ReadonlyMap<string, string>;
  /** The run it was forked from. */
  readonly forkedFrom: string | null;
  /** Why it does not go on by itself: this version of the engine cannot reproduce it. */
  readonly problem: RunError | null;
}

/** A run as it was at an instant. */
export interface ShownMoment {
  /** After how many events; from 1. */
  readonly count: number;
  /** When the last of these happened, in ms since the epoch. */
  readonly at: number;
  readonly view: RunView;
}

/** Which part of the active file a run is to play, seen from one task. */
export interface RunAim {
  readonly kind: 'from' | 'until' | 'only';
  readonly taskId: string;
}

/** Which runs the history shows; null and empty: all. */
export interface RunFilter {
  readonly path: string | null;
  readonly status: RunSummary['status'] | null;
  readonly text: string;
}

/** Diagnostics of one exact text, made in the worker. */
export interface CheckedText {
  readonly path: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The folder on disk this workspace is written to on Save. */
export interface FolderState {
  readonly name: string;
  /** The text of each file as it is on disk, as far as known: a file that differs has something to save. */
  readonly onDisk: ReadonlyMap<string, string>;
  /** Files that were here before and are not in the folder: Save writes one only while it is the open file. */
  readonly others: ReadonlySet<string>;
  /** Set while the folder cannot be written: it is gone from the disk, or closed to the page. */
  readonly trouble?: 'gone' | 'denied';
}

/** A file that changed on disk while it was also changed, or is open, here. */
export interface Conflict {
  readonly path: string;
  /** Null when the file was deleted on disk. */
  readonly diskText: string | null;
}

/** Everything the panes share. Derived values (analysis, diagnostics) are computed from it, never kept in it. */
export interface SessionState {
  readonly workspace: Workspace;
  readonly history: History;
  readonly activePath: string | null;
  readonly mode: Mode;
  readonly panel: PanelName | null;
  readonly drawer: { readonly isOpen: boolean; readonly tab: DrawerTab };
  /** Whether the inspector shows, by mode. */
  readonly inspector: Readonly<Record<Mode, boolean>>;
  readonly selection: Selection;
  readonly save: SaveState;
  /** Storage that was lost while the app was open and that the person has not dismissed. */
  readonly losses: readonly StorageLoss[];
  /** A follower watches a workspace that another tab writes. */
  readonly role: 'owner' | 'follower';
  /** Values of secrets are not among them: the engine keeps those. */
  readonly variables: readonly Variable[];
  /** MCP servers that are set up: their tools are `mcp:<server>/<tool>`. */
  readonly mcpServers: readonly McpServer[];
  /** What servers last told of their tools, by the name of the server. */
  readonly mcpTools: ReadonlyMap<string, readonly McpTool[]>;
  readonly secrets: SecretState;
  /** Which memory its panel shows: the id of one in the open file, or a key of the panel's own; null: the first. */
  readonly memory: string | null;
  /** Files that came from outside and that nobody has said yes to: they do not run. */
  readonly untrusted: ReadonlySet<string>;
  /** What is asked while the dialog `trust` is open. */
  readonly trustQuestion: TrustQuestion | null;
  /** What models cost, as a person set it on this device. */
  readonly prices: readonly ModelPrice[];
  /** What models cost, as it came with the app; empty until asked for. */
  readonly shippedPrices: readonly ShippedPrice[];
  /** What a run's models may take before it pauses. */
  readonly budget: Budget;
  readonly theme: Theme;
  /** True on a window as narrow as a phone. */
  readonly isNarrow: boolean;
  /** Which way the person wants the graph to flow; null: right in Design, down in Split and on a narrow window. */
  readonly flow: 'right' | 'down' | null;
  readonly direction: 'right' | 'down';
  readonly run: ShownRun | null;
  /** What models of the run on screen say at the moment, by the key of the call. */
  readonly texts: ReadonlyMap<string, string>;
  /** The newest runs that fit the filter. */
  readonly runs: readonly RunSummary[];
  readonly runFilter: RunFilter;
  /** Whether there are older ones. */
  readonly hasMoreRuns: boolean;
  /** Where runs of a file pause by themselves, by path; on this device only. */
  readonly breakpoints: ReadonlyMap<string, readonly Breakpoint[]>;
  /** What tasks of a file answer with in place of running, by path, then by task id; on this device only. */
  readonly pins: ReadonlyMap<string, Readonly<Record<string, Pin>>>;
  /** Which two runs are compared, in any order; `other` null: the person is asked for it. */
  readonly comparison: { readonly runId: string; readonly other: string | null } | null;
  /** What the run form asks for; null: the whole file. */
  readonly runAim: RunAim | null;
  /** True from the press on Run until the run is durable and goes. */
  readonly isStarting: boolean;
  readonly lastInputs: ReadonlyMap<string, Json>;
  readonly dialog: DialogName | null;
  /** The last thing said to screen readers. */
  readonly announcement: string;
  readonly checked: CheckedText | null;
  /** Counts what the worker began and ended to read, so that what is derived from it is derived again. */
  readonly readings: number;
  readonly folder: FolderState | null;
  /** Name of the folder that was open when the page went away, while the browser wants the person to allow it again. */
  readonly folderToReopen: string | null;
  readonly conflicts: readonly Conflict[];
}

/** What can be done to the selected tasks where they are drawn. */
export type CanvasAct =
  | 'connect'
  | 'replace'
  | 'group'
  | 'ungroup'
  | 'move'
  | 'earlier'
  | 'later'
  | `align.${'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'}`
  | `distribute.${'across' | 'down'}`;

/** What the canvas lends to actions that other panes start. */
export interface CanvasPort {
  /** Does something to the selected tasks; what has to be chosen first is asked beside them. */
  act(name: CanvasAct): void;
  fitView(): void;
  zoomIn(): void;
  zoomOut(): void;
  /** 1 is 100 %. */
  zoomTo(zoom: number): void;
  centerOn(taskId: string): void;
  layoutAll(): void;
  /** Turns the flow; cards placed by hand for the other direction go back to the automatic layout. */
  turn(): void;
  focus(): void;
}

/** What the inspector lends. */
export interface InspectorPort {
  /** Gives the focus to the first field of what is selected, once that is drawn. */
  focus(): void;
}

/** What the text pane lends. */
export interface SourcePort {
  /** Scrolls to a range of the active file's text and puts the cursor at its start. */
  reveal(range: TextRange): void;
  focus(): void;
}
