import { createHistory, EMPTY_WORKSPACE, type Workspace } from '#engine';
import {
  createSaver,
  type joinTabs,
  type Role,
  readDelta,
  readLayouts,
  replayDelta,
  StorageFailure,
  type StoredWorkspace,
  stashDelta,
  type TextStore,
  type WorkspaceStorage,
} from '../platform/index.ts';
import { diffWorkspaces, type Revisions, toDelta } from './changes.ts';
import { keepValues } from './keepValues.ts';
import { notify } from './notices.ts';
import { readVariables } from './readVariables.ts';
import { readSettings } from './settings.ts';
import { EMPTY_SELECTION, session, update, watch } from './store.ts';

/** How often other tabs are shown what changes, in ms. */
const PUBLISH_EVERY = 100;

export interface PersistOptions {
  readonly storage: WorkspaceStorage;
  readonly join: typeof joinTabs<Workspace>;
  /** Where a delta survives a page that goes away: `localStorage`. */
  readonly stash: TextStore;
  /** The workspace of a first visit. Rejects with an `Error` for the person. */
  readonly seed: () => Promise<Workspace>;
}

/** The session's tie to the device and to other tabs. */
export interface Persistence {
  /** Resolves when the first workspace is on screen. */
  readonly ready: Promise<void>;
  /** Asks to be the tab that edits. */
  readonly takeOver: () => void;
  /** Writes now what is not yet durable. */
  readonly flush: () => Promise<boolean>;
  /** To be called when the page is hidden or goes away: keeps what is not yet durable at once, and writes it. */
  readonly leave: () => void;
  /** Lets go of the session: nothing is written any more. */
  readonly disconnect: () => void;
}

/**
 * Loads the workspace and keeps it: durable within a second of each change, live in other tabs, never over newer text.
 * Without storage the session works on, says so, and every text can be exported.
 */
export function connectStorage({ storage, join, stash, seed }: PersistOptions): Persistence {
  let revisions: Revisions = { byPath: new Map(), highest: 0 };
  let isStashed = false;
  let isFirst = true;
  /** What is stored could not be read: nothing is written over it. */
  let isDetached = false;
  let publishing: ReturnType<typeof setTimeout> | undefined;
  let start: (() => void) | undefined;
  const ready = new Promise<void>((resolve) => {
    start = resolve;
  });

  const saver = createSaver<Workspace>({
    durable: EMPTY_WORKSPACE,
    async write(workspace, durable) {
      const next = diffWorkspaces(durable, workspace, revisions);
      await storage.save(next.change);
      revisions = next.revisions;
    },
    onState({ state, failure }) {
      if (session.getState().role === 'follower') return;
      update({ save: failure ? { state, message: failure.message } : { state } });
      if (state === 'saved' && isStashed)
        isStashed = !stashDelta(stash, { writer: storage.writer, files: [], layouts: [] });
    },
  });

  const flush = (): Promise<boolean> => (isDetached ? Promise.resolve(false) : saver.flush());
  const tabs = join({
    onRole: (role) => void load(role),
    onContent: (workspace) => {
      saver.reset(workspace);
      show(workspace);
    },
    content: () => session.getState().workspace,
    beforeHandover: flush,
  });

  async function load(role: Role): Promise<void> {
    if (role === 'follower') stashRest();
    update({ role, save: { state: 'loading' } });
    try {
      if (role === 'owner') await storage.claim();
      const stored = await storage.load();
      for (const message of stored.problems) notify({ kind: 'error', message });
      if (isFirst)
        update({ ...readSettings(stored.settings, session.getState()), variables: readVariables(stored.variables) });
      isDetached = false;
      await showStored(stored, role);
      update({ save: { state: 'saved' } });
    } catch (error) {
      const failure = error instanceof StorageFailure ? error : new StorageFailure('other', error);
      isDetached = true;
      if (isFirst) show(await seedOrEmpty());
      update({ save: { state: 'failed', message: failure.message } });
    }
    if (role === 'follower') tabs.greet();
    isFirst = false;
    start?.();
    if (role === 'owner' && !isDetached) saver.schedule(session.getState().workspace);
  }

  /** Keeps at once what is not yet durable. */
  function stashRest(): boolean {
    const { role, workspace, save } = session.getState();
    if (role !== 'owner' || isDetached || save.state === 'loading' || saver.durable() === workspace) return false;
    isStashed =
      stashDelta(stash, toDelta(saver.durable(), workspace, { writer: storage.writer, revisions })) || isStashed;
    return true;
  }

  async function showStored(stored: StoredWorkspace, role: Role): Promise<void> {
    const files = new Map(stored.files.map(({ path, text }) => [path, text]));
    const durable: Workspace = { files, layouts: new Map([...stored.layouts].filter(([path]) => files.has(path))) };
    revisions = {
      byPath: new Map(stored.files.map(({ path, revision }) => [path, revision])),
      highest: Math.max(0, ...stored.files.map(({ revision }) => revision)),
    };
    saver.reset(durable);
    if (role === 'follower') show(durable);
    else if (stored.settings === undefined && files.size === 0) show(await seedOrEmpty());
    else show(replay(durable, stored));
  }

  /** The stored workspace with what a page that went away could not write any more. */
  function replay(durable: Workspace, stored: StoredWorkspace): Workspace {
    const delta = readDelta(stash);
    if (!delta) return durable;
    isStashed = true;
    const { changed, overtaken } = replayDelta(delta, stored.files);
    const files = new Map(durable.files);
    for (const [path, text] of changed) {
      if (text === null) files.delete(path);
      else files.set(path, text);
    }
    for (const [path, text] of overtaken) {
      const beside = path.replace(/(\.[^./]+)?$/, '-recovered$1');
      files.set(beside, text);
      notify({
        kind: 'warning',
        message: `Another tab changed ${path} later. What was not saved here is kept as ${beside}.`,
      });
    }
    const layouts = new Map([...durable.layouts, ...readLayouts(delta.layouts)].filter(([path]) => files.has(path)));
    return { files, layouts };
  }

  async function seedOrEmpty(): Promise<Workspace> {
    try {
      return await seed();
    } catch (error) {
      notify({ kind: 'warning', message: error instanceof Error ? error.message : String(error) });
      return EMPTY_WORKSPACE;
    }
  }

  const stopWatching = watch(
    (state) => state.workspace,
    (workspace) => {
      const { role, save } = session.getState();
      if (role !== 'owner' || isDetached || save.state === 'loading') return;
      saver.schedule(workspace);
      publishing ??= setTimeout(() => {
        publishing = undefined;
        tabs.publish();
      }, PUBLISH_EVERY);
    },
  );
  const stopKeeping = keepValues(storage, ready);

  return {
    ready,
    takeOver: tabs.takeOver,
    flush,
    leave: () => {
      if (stashRest()) void saver.flush();
    },
    disconnect: () => {
      stopWatching();
      stopKeeping();
      saver.stop();
    },
  };
}

/** Puts a workspace on screen that did not come about by a change here: there is nothing in it to undo. */
function show(workspace: Workspace): void {
  const { activePath } = session.getState();
  const path =
    activePath !== null && workspace.files.has(activePath) ? activePath : (workspace.files.keys().next().value ?? null);
  update({
    workspace,
    history: createHistory(),
    activePath: path,
    ...(path === activePath ? {} : { selection: EMPTY_SELECTION }),
  });
}
