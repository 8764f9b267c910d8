import { createHistory, EMPTY_WORKSPACE, type Workspace } from '#engine';
import {
  type Delta,
  type joinTabs,
  readLayouts,
  replayDelta,
  type StoredWorkspace,
  type TextStore,
  type WorkspaceStorage,
} from '../../platform/index.ts';
import { firstPath } from '../document/dispatch.ts';
import { notify } from '../store/notices.ts';
import { EMPTY_SELECTION, session, update } from '../store/store.ts';

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

/** The workspace of a first visit; where there is none to be had, that is said. */
export async function seedOrEmpty(seed: PersistOptions['seed']): Promise<Workspace> {
  try {
    return await seed();
  } catch (error) {
    notify({ kind: 'warning', message: error instanceof Error ? error.message : String(error) });
    return EMPTY_WORKSPACE;
  }
}

/** Two workspaces made one. */
export interface Merged {
  readonly workspace: Workspace;
  /** Files of which both had a text: where the one that gave way is kept. */
  readonly beside: readonly { readonly path: string; readonly kept: string }[];
}

/** The stored workspace with what a page that went away could not write any more. */
export function replayUnsaved(durable: Workspace, stored: StoredWorkspace, delta: Delta): Merged {
  const { changed, overtaken } = replayDelta(delta, stored.files);
  const files = new Map(durable.files);
  for (const [path, text] of changed) {
    if (text === null) files.delete(path);
    else files.set(path, text);
  }
  const beside = [...overtaken].map(([path, text]) => ({ path, kept: keepBeside(files, path, text) }));
  const layouts = new Map([...durable.layouts, ...readLayouts(delta.layouts)].filter(([path]) => files.has(path)));
  return { workspace: { files, layouts }, beside };
}

/**
 * The stored workspace with what was made while it could not be read. Nothing of either is lost: a text that differs from
 * the stored one is set next to it. What is as it was shown at first (`shown`) was not made by the user and is omitted.
 */
export function mergeMade(durable: Workspace, made: Workspace, shown: Workspace): Merged {
  const files = new Map(durable.files);
  const layouts = new Map(durable.layouts);
  const beside: { path: string; kept: string }[] = [];
  for (const [path, text] of made.files) {
    if (shown.files.get(path) === text || files.get(path) === text) continue;
    const isFree = !files.has(path);
    const kept = isFree ? path : keepBeside(files, path, text);
    if (isFree) files.set(path, text);
    else beside.push({ path, kept });
    const layout = made.layouts.get(path);
    if (layout) layouts.set(kept, layout);
  }
  return { workspace: { files, layouts }, beside };
}

/** Adds a text under a free name: `a.yaml` becomes `a-recovered.yaml`, or with a number where that is taken. */
function keepBeside(files: Map<string, string>, path: string, text: string): string {
  for (let count = 1; ; count += 1) {
    const name = path.replace(/(\.[^./]+)?$/, `-recovered${count === 1 ? '' : `-${count}`}$1`);
    const there = files.get(name);
    if (there !== undefined && there !== text) continue;
    files.set(name, text);
    return name;
  }
}

/** Shows two workspaces made one, and says what is kept next to what; `why` is the middle of that sentence. */
export function showMerged({ workspace, beside }: Merged, why: string): void {
  for (const { path, kept } of beside) notify({ kind: 'warning', message: `${path} ${why} is kept as ${kept}.` });
  const {
    document: { untrusted },
  } = session.getState();
  const alike = beside.flatMap(({ path, kept }) => (untrusted.has(path) ? [kept] : []));
  if (alike.length > 0) update({ document: { untrusted: new Set([...untrusted, ...alike]) } });
  show(workspace);
}

/** What is not trusted here, and what is not elsewhere: whoever knows more is right. */
export function joinUntrusted(paths: Iterable<string> = []): Set<string> {
  return new Set([...session.getState().document.untrusted, ...paths]);
}

/** Puts a workspace on screen that did not come about by a change here: there is nothing in it to undo. */
export function show(workspace: Workspace): void {
  const {
    document: { activePath },
  } = session.getState();
  const path =
    activePath !== null && workspace.files.has(activePath) ? activePath : firstPath([...workspace.files.keys()]);
  const selection = path === activePath ? session.getState().document.selection : EMPTY_SELECTION;
  update({ document: { workspace, history: createHistory(), activePath: path, selection } });
}
