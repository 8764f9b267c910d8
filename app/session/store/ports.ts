import type { Path, Point, TextRange } from '#engine';
import type { Folder } from '../../platform/index.ts';

/** What the canvas offers to actions that other panes start. */
interface CanvasPort {
  /** A point of the canvas in client coordinates, px. */
  toScreen(point: Point): Point;
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

/** What the inspector offers. */
interface InspectorPort {
  /** Gives the focus to the first field of what is selected, once that is drawn. */
  focus(): void;
  /** Gives the focus to the field at a place of the document, once it is drawn; else to what holds it, or to the first field. */
  reveal(field: Path): void;
}

/** What a side panel with keys of its own offers. */
interface PanelPort {
  /** Gives the focus to its first field, or to its list. */
  focus(): void;
}

/** What the text pane offers. */
interface SourcePort {
  /** Scrolls to a range of the active file's text and puts the cursor at its start. */
  reveal(range: TextRange): void;
  focus(): void;
}

/** What the tie to the device offers. */
interface StoragePort {
  /** Writes now what is not yet durable; true when all is durable. */
  flush(): Promise<boolean>;
}

/** What the open folder offers for files that are no documents, and of its commits and proposals. Methods reject with an `Error` for the user. */
type FolderPort = Pick<
  Folder,
  | 'readFile'
  | 'writeFile'
  | 'removeFile'
  | 'commits'
  | 'readCommit'
  | 'branches'
  | 'proposeBranch'
  | 'proposals'
  | 'onProposals'
>;

/** What a new version of the app offers. */
interface ReleasePort {
  /** Reloads the page with it, once all is durable. */
  use(): Promise<void>;
}

interface Ports {
  readonly canvas: CanvasPort;
  readonly source: SourcePort;
  readonly inspector: InspectorPort;
  readonly storage: StoragePort;
  /** Absent without an open folder. */
  readonly folder: FolderPort;
  readonly find: PanelPort;
  readonly outline: PanelPort;
  /** The search in the run on screen, in the drawer. */
  readonly runSearch: PanelPort;
  readonly release: ReleasePort;
}

const ports: { -readonly [Name in keyof Ports]?: Ports[Name] } = {};
const waiting = new Map<keyof Ports, () => void>();

/** Registers what a pane offers to actions started elsewhere. Answers with a function that removes it. */
export function registerPort<Name extends keyof Ports>(name: Name, port: Ports[Name]): () => void {
  Object.assign(ports, { [name]: port });
  const run = waiting.get(name);
  waiting.delete(name);
  run?.();
  return () => {
    if (ports[name] === port) delete ports[name];
  };
}

/** The abilities of a pane; undefined while it is not on screen. */
export function port<Name extends keyof Ports>(name: Name): Ports[Name] | undefined {
  return ports[name];
}

/** Does something with a pane now, or once it is on screen (a pane still loading). A later request replaces an earlier one. */
export function withPort<Name extends keyof Ports>(name: Name, use: (port: Ports[Name]) => void): void {
  const now = ports[name];
  if (now) {
    use(now);
    return;
  }
  waiting.set(name, () => {
    const port = ports[name];
    if (port) use(port);
  });
}
