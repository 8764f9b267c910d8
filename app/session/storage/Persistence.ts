import type { Workspace } from '#engine';
import type { joinTabs, TextStore, WorkspaceStorage } from '../../platform/index.ts';

/** What the tab that writes shows the others. */
export interface SharedWorkspace {
  readonly workspace: Workspace;
  /** Files that the user has not trusted: a tab that takes over must know them. */
  readonly untrusted: ReadonlySet<string>;
}

export interface PersistOptions {
  readonly storage: WorkspaceStorage;
  readonly join: typeof joinTabs<SharedWorkspace>;
  /** Where a delta survives a page that goes away: `localStorage`. */
  readonly stash: TextStore;
  /** The workspace of a first visit. Rejects with an `Error` for the user. */
  readonly seed: () => Promise<Workspace>;
}

/** The session's tie to the device and to other tabs. */
export interface Persistence {
  /** Resolves when the first workspace is on screen. */
  readonly ready: Promise<void>;
  /** Asks to be the tab that edits. */
  readonly takeOver: () => void;
  /** Writes now what is not yet durable, reading first what could not be read before; true when all is durable. */
  readonly flush: () => Promise<boolean>;
  /** To be called when the page is hidden or goes away: keeps what is not yet durable, without waiting, and writes it. */
  readonly leave: () => void;
  /** Disconnects from the session: nothing is written any more. */
  readonly disconnect: () => void;
}
