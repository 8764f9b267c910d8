import { EMPTY_WORKSPACE, type Workspace } from '#engine';
import {
  addStashedSettings,
  canStash,
  createSaver,
  type Role,
  readDelta,
  StorageFailure,
  type StoredWorkspace,
  stashDelta,
  type ValueName,
} from '../../platform/index.ts';
import { notify } from '../store/notices.ts';
import { session, update } from '../store/store.ts';
import { folders } from './folders.ts';
import { currentValues, diffWorkspaces, keepValues, type Revisions, readVariables, toDelta } from './keepValues.ts';
import { dismissLoss, reportLoss } from './losses.ts';
import {
  joinUntrusted,
  mergeMade,
  type Persistence,
  type PersistOptions,
  replayUnsaved,
  seedOrEmpty,
  show,
  showMerged,
} from './mergeStored.ts';
import { type PartState, SaveBoard, type SavedPart, watchStored } from './SaveBoard.ts';
import { readSettings } from './settings.ts';

/** How often other tabs are shown what changes, in ms. */
const PUBLISH_EVERY = 100;

/** How long storage that could not be read is left alone before it is asked again, in ms. */
const LOAD_AGAIN = 3000;

/**
 * Loads the workspace and keeps it: durable within a second of each change, live in other tabs, never over newer text.
 * Lost storage is shown immediately, and all of the workspace is written again from memory. Without storage the session
 * works on, says so, asks for it again, and every text can be exported.
 */
export function connectStorage({ storage, join, stash, seed }: PersistOptions): Persistence {
  let revisions: Revisions = { byPath: new Map(), highest: 0 };
  let isStashed = false;
  let isFirst = true;
  /** Why what is stored could not be read: nothing is written over it. Null once it was. */
  let unread: StorageFailure | null = null;
  /** What was shown in its place. */
  let shownInstead = EMPTY_WORKSPACE;
  let isLost = false;
  /** How many loads have begun: one that another has overtaken shows nothing. */
  let loads = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  let publishing: ReturnType<typeof setTimeout> | undefined;
  let start: (() => void) | undefined;
  const ready = new Promise<void>((resolve) => void (start = resolve));
  const board = new SaveBoard();
  /** Paths that a write may have changed, although it is not done or has failed: a database that answers too late may still have written. */
  const unsure = new Set<string>();

  function note(part: SavedPart, state: PartState): void {
    if (session.getState().storage.role === 'owner') board.set(part, state);
  }

  const saver = createSaver<Workspace>({
    durable: EMPTY_WORKSPACE,
    async write(workspace, durable) {
      if (isLost) return restore(workspace);
      const next = diffWorkspaces(durable, workspace, revisions, unsure);
      revisions = { ...revisions, highest: next.revisions.highest };
      for (const path of [...next.change.files.map((file) => file.path), ...next.change.layouts.keys()])
        unsure.add(path);
      try {
        await storage.save(next.change);
        revisions = next.revisions;
        unsure.clear();
      } catch (error) {
        if (!isLoss(error)) throw error;
        showLoss();
        await restore(workspace);
      }
    },
    onState(state) {
      note('files', state);
      if (state.state === 'saved' && isStashed) isStashed = !keep({ writer: storage.writer, files: [], layouts: [] });
    },
  });

  const values = keepValues({
    ready,
    stash,
    async write(name: ValueName, value) {
      if (unread !== null) throw unread;
      try {
        await storage.saveValue(name, value);
      } catch (error) {
        if (!isLoss(error) || session.getState().storage.role === 'follower') throw error;
        await lose();
      }
    },
    onState: note,
  });

  /** What is stored is gone: that is shown, and all that this tab has is written again. */
  async function lose(): Promise<void> {
    showLoss();
    // Not the value that an empty workspace has.
    if (!(await saver.invalidate({ ...EMPTY_WORKSPACE }))) throw board.failure ?? new StorageFailure('failed');
  }

  function showLoss(): void {
    const failure = new StorageFailure('gone');
    isLost = true;
    board.set('files', { state: 'failed', failure });
    reportLoss({ store: 'workspace', message: failure.message });
  }

  /** Writes all there is into a database that has lost it. */
  async function restore(workspace: Workspace): Promise<void> {
    const next = diffWorkspaces(EMPTY_WORKSPACE, workspace, revisions);
    await storage.restore({ ...next.change, values: currentValues() });
    isLost = false;
    revisions = next.revisions;
    unsure.clear();
    folders.loaded()?.rememberFolder();
    reportLoss({ store: 'workspace', message: RESTORED });
  }

  async function flush(): Promise<boolean> {
    if (unread !== null) await load(session.getState().storage.role);
    if (unread !== null) return false;
    const done = await Promise.all([saver.flush(), values.flush()]);
    return done.every(Boolean);
  }

  const tabs = join({
    onRole: (role) => void load(role),
    onContent: ({ workspace, untrusted }) => {
      saver.reset(workspace);
      show(workspace);
      update({ document: { untrusted } });
    },
    content: () => {
      const {
        document: { workspace, untrusted },
      } = session.getState();
      return { workspace, untrusted };
    },
    beforeHandover: flush,
  });

  async function load(role: Role): Promise<void> {
    if (role === 'follower') {
      stashRest();
      // It is for the tab that writes now: a write of this one that is still under way does not make it durable.
      isStashed = false;
    }
    clearTimeout(again);
    loads += 1;
    const own = loads;
    board.clear();
    if (unread === null) update({ storage: { role, save: { state: 'loading' } } });
    else update({ storage: { role } });
    try {
      if (role === 'owner') await storage.claim();
      const stored = await storage.load();
      if (own !== loads) return;
      for (const message of stored.problems) notify({ kind: 'error', message });
      const settings = readSettings(addStashedSettings(stash, stored.settings), session.getState());
      if (isFirst)
        update({ ...settings, workspace: { ...settings.workspace, variables: readVariables(stored.variables) } });
      else update({ document: { untrusted: joinUntrusted(settings.document?.untrusted) } });
      await showStored(stored, role);
      unread = null;
      board.set('files', { state: 'saved' });
    } catch (error) {
      if (own !== loads) return;
      unread = error instanceof StorageFailure ? error : new StorageFailure('failed', error);
      if (isFirst) show((shownInstead = await seedOrEmpty(seed)));
      board.set('files', { state: 'failed', failure: unread });
      if (unread.reason !== 'outdated')
        again = setTimeout(() => void load(session.getState().storage.role), LOAD_AGAIN);
    }
    if (role === 'follower') tabs.greet();
    isFirst = false;
    start?.();
    if (role === 'owner' && unread === null) saver.schedule(session.getState().document.workspace);
  }

  /** Keeps immediately what is not yet durable. */
  function stashRest(): boolean {
    const {
      storage: { role, save },
      document: { workspace, untrusted },
    } = session.getState();
    if (role !== 'owner' || unread !== null || save.state === 'loading' || saver.durable() === workspace) return false;
    const context = { writer: storage.writer, revisions, unsure, untrusted };
    isStashed = keep(toDelta(saver.durable(), workspace, context)) || isStashed;
    return true;
  }

  function keep(delta: Parameters<typeof stashDelta>[1]): boolean {
    const isKept = stashDelta(stash, delta);
    if (isKept) dismissLoss('page');
    else reportLoss({ store: 'page', message: NO_STASH });
    return isKept;
  }

  async function showStored(stored: StoredWorkspace, role: Role): Promise<void> {
    const files = new Map(stored.files.map(({ path, text }) => [path, text]));
    const durable: Workspace = { files, layouts: new Map([...stored.layouts].filter(([path]) => files.has(path))) };
    const isEmpty = stored.settings === undefined && files.size === 0;
    const made = session.getState().document.workspace;
    revisions = {
      byPath: new Map(stored.files.map(({ path, revision }) => [path, revision])),
      highest: Math.max(revisions.highest, ...stored.files.map(({ revision }) => revision)),
    };
    saver.reset(durable);
    if (unread !== null) showMade(durable, made, isEmpty);
    // A tab that followed has the workspace that its owner could not write any more.
    else if (files.size === 0 && !isFirst) return;
    else if (role === 'follower') show(durable);
    else if (isEmpty) show(await seedOrEmpty(seed));
    else showReplayed(durable, stored);
  }

  /** Shows what was made while the stored workspace could not be read, together with that. */
  function showMade(durable: Workspace, made: Workspace, isEmpty: boolean): void {
    if (isEmpty) return;
    const merged = mergeMade(durable, made, shownInstead);
    const why = 'was stored before. What was made here while the storage could not be read';
    showMerged(merged, why);
  }

  function showReplayed(durable: Workspace, stored: StoredWorkspace): void {
    const delta = readDelta(stash);
    if (!delta) return show(durable);
    isStashed = true;
    update({ document: { untrusted: joinUntrusted(delta.untrusted) } });
    showMerged(replayUnsaved(durable, stored, delta), 'was changed later in another tab. What was not saved here');
  }

  const stopWatching = session.subscribe((state, before) => {
    const {
      storage: { role, save },
      document: { workspace },
    } = state;
    const isChanged = workspace !== before.document.workspace;
    if (!isChanged && state.document.untrusted === before.document.untrusted) return;
    if (role !== 'owner' || unread !== null || save.state === 'loading') return;
    if (isChanged) saver.schedule(workspace);
    publishing ??= setTimeout(() => {
      publishing = undefined;
      tabs.publish();
    }, PUBLISH_EVERY);
  });
  const stopLooking = watchStored({
    storage,
    // Before the first load it is not known what should be stored: a first visit has nothing yet.
    durable: () =>
      !isFirst && unread === null && !isLost && session.getState().storage.role === 'owner' ? saver.durable() : null,
    onLost: () => void lose().catch(() => undefined),
    onState: (state) => note('check', state),
  });
  void ready.then(() => {
    // Where nothing is kept, that is said already.
    if (unread === null && !canStash(stash)) reportLoss({ store: 'page', message: NO_STASH });
  });

  return {
    ready,
    takeOver: tabs.takeOver,
    flush,
    leave: () => {
      values.leave();
      if (stashRest()) void saver.flush();
    },
    disconnect: () => {
      stopWatching();
      stopLooking();
      values.stop();
      saver.stop();
      clearTimeout(again);
    },
  };
}

const RESTORED =
  'The stored workspace was deleted from this browser, as clearing the site’s data does. All that this tab has was written again.';

const NO_STASH =
  'This browser blocks local storage. Files are saved, but what you change in the last second before a tab is closed can be lost: wait for “Saved”.';

function isLoss(error: unknown): boolean {
  return error instanceof StorageFailure && error.reason === 'gone';
}
