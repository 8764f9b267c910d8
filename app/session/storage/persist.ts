import { EMPTY_WORKSPACE, type Workspace } from '#engine';
import {
  addStashedSettings,
  canStash,
  type Role,
  readDelta,
  StorageFailure,
  type StoredWorkspace,
  type Tabs,
  type ValueName,
} from '../../platform/index.ts';
import { notify } from '../store/notices.ts';
import type { SessionState } from '../store/State.ts';
import { session, update } from '../store/store.ts';
import { type KeptValues, keepValues } from './keepValues.ts';
import { reportLoss } from './losses.ts';
import { mergeMade, replayUnsaved } from './mergeStored.ts';
import type { Persistence, PersistOptions, SharedWorkspace } from './Persistence.ts';
import { readVariables } from './readVariables.ts';
import { type PartState, SaveBoard, type SavedPart } from './SaveBoard.ts';
import { readSettings } from './settings.ts';
import { joinUntrusted, show, showMerged } from './showWorkspace.ts';
import { isLoss, NO_STASH, WorkspaceWriter } from './WorkspaceWriter.ts';
import { watchStored } from './watchStored.ts';

/** How often other tabs are shown what changes, in ms. */
const PUBLISH_EVERY = 100;

/** How long storage that could not be read is left alone before it is asked again, in ms. */
const LOAD_AGAIN = 3000;

/**
 * Loads the workspace and keeps it: durable within a second of each change, live in other tabs, never over newer text.
 * Lost storage is shown immediately, and all of the workspace is written again from memory. Without storage the session
 * works on, says so, asks for it again, and every text can be exported.
 */
export function connectStorage(options: PersistOptions): Persistence {
  return new StorageConnection(options);
}

/** What is stored, as it is read and shown in this tab; what this tab changes goes to its {@link WorkspaceWriter}. */
class StorageConnection implements Persistence {
  readonly ready: Promise<void>;
  readonly #options: PersistOptions;
  readonly #board = new SaveBoard();
  readonly #writer: WorkspaceWriter;
  readonly #values: KeptValues;
  readonly #tabs: Tabs;
  readonly #stops: readonly (() => void)[];
  #start: (() => void) | undefined;
  /** Before the first load. */
  #isFirst = true;
  /** Why what is stored could not be read: nothing is written over it. Null once it was. */
  #unread: StorageFailure | null = null;
  /** What was shown in its place. */
  #shownInstead = EMPTY_WORKSPACE;
  #again: ReturnType<typeof setTimeout> | undefined;
  #publishing: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PersistOptions) {
    const { storage, join, stash } = options;
    const board = this.#board;
    this.#options = options;
    this.ready = new Promise((resolve) => {
      this.#start = resolve;
    });
    this.#writer = new WorkspaceWriter({ storage, stash, board, onState: (state) => this.#note('files', state) });
    this.#values = keepValues({
      ready: this.ready,
      stash,
      write: (name, value) => this.#writeValue(name, value),
      onState: (name, state) => this.#note(name, state),
    });
    this.#tabs = join({
      onRole: (role) => void this.#load(role),
      onContent: (content) => this.#follow(content),
      content: shared,
      beforeHandover: () => this.flush(),
    });
    this.#stops = [session.subscribe((state, before) => this.#take(state, before)), this.#watchStored()];
    void this.ready.then(() => {
      if (!canStash(stash)) reportLoss({ store: 'page', message: NO_STASH });
    });
  }

  readonly takeOver = (): void => this.#tabs.takeOver();

  readonly flush = async (): Promise<boolean> => {
    if (this.#unread !== null) await this.#load(session.getState().storage.role);
    if (this.#unread !== null) return false;
    const done = await Promise.all([this.#writer.flush(), this.#values.flush()]);
    return done.every(Boolean);
  };

  readonly leave = (): void => {
    this.#values.leave();
    if (this.#stashRest()) void this.#writer.flush();
  };

  readonly disconnect = (): void => {
    for (const stop of this.#stops) stop();
    this.#values.stop();
    this.#writer.stop();
    clearTimeout(this.#again);
  };

  #note(part: SavedPart, state: PartState): void {
    if (session.getState().storage.role === 'owner') this.#board.set(part, state);
  }

  async #writeValue(name: ValueName, value: unknown): Promise<void> {
    if (this.#unread !== null) throw this.#unread;
    try {
      await this.#options.storage.saveValue(name, value);
    } catch (error) {
      if (!isLoss(error) || session.getState().storage.role === 'follower') throw error;
      await this.#writer.lose();
    }
  }

  #watchStored(): () => void {
    return watchStored({
      storage: this.#options.storage,
      // Before the first load it is not known what should be stored: a first visit has nothing yet.
      durable: () =>
        !this.#isFirst && this.#unread === null && !this.#writer.isLost && session.getState().storage.role === 'owner'
          ? this.#writer.durable
          : null,
      onLost: () => void this.#writer.lose().catch(() => undefined),
      onState: (state) => this.#note('check', state),
    });
  }

  /** Whether what this tab changes is to be written. */
  #mayWrite({ role, save }: SessionState['storage']): boolean {
    return role === 'owner' && this.#unread === null && save.state !== 'loading';
  }

  /** Takes a change of the session: it is written, and shown to other tabs. */
  #take(state: SessionState, before: SessionState): void {
    const { workspace, untrusted } = state.document;
    const isChanged = workspace !== before.document.workspace;
    if (!isChanged && untrusted === before.document.untrusted) return;
    if (!this.#mayWrite(state.storage)) return;
    if (isChanged) this.#writer.schedule(workspace);
    if (this.#publishing !== undefined) return;
    this.#publishing = setTimeout(() => {
      this.#publishing = undefined;
      this.#tabs.publish();
    }, PUBLISH_EVERY);
  }

  /** Shows what the tab that writes has. */
  #follow({ workspace, untrusted }: SharedWorkspace): void {
    this.#writer.reset(workspace);
    show(workspace);
    update({ document: { untrusted } });
  }

  async #load(role: Role): Promise<void> {
    if (role === 'follower') this.#stashRest();
    clearTimeout(this.#again);
    this.#board.clear();
    if (this.#unread === null) update({ storage: { role, save: { state: 'loading' } } });
    else update({ storage: { role } });
    try {
      await this.#read(role);
      this.#unread = null;
      this.#board.set('files', { state: 'saved' });
    } catch (error) {
      await this.#showUnread(error instanceof StorageFailure ? error : new StorageFailure('failed', error));
    }
    if (role === 'follower') this.#tabs.greet();
    this.#isFirst = false;
    this.#start?.();
    if (role === 'owner' && this.#unread === null) this.#writer.schedule(session.getState().document.workspace);
  }

  async #read(role: Role): Promise<void> {
    const { storage, stash } = this.#options;
    if (role === 'owner') await storage.claim();
    const stored = await storage.load();
    for (const message of stored.problems) notify({ kind: 'error', message });
    const settings = readSettings(addStashedSettings(stash, stored.settings), session.getState());
    if (this.#isFirst)
      update({ ...settings, workspace: { ...settings.workspace, variables: readVariables(stored.variables) } });
    else update({ document: { untrusted: joinUntrusted(settings.document?.untrusted) } });
    await this.#showStored(stored, role);
  }

  /** What is stored cannot be read: that is said, and it is asked for again unless this page is too old for it. */
  async #showUnread(failure: StorageFailure): Promise<void> {
    this.#unread = failure;
    if (this.#isFirst) show((this.#shownInstead = await this.#seedOrEmpty()));
    this.#board.set('files', { state: 'failed', failure });
    if (failure.reason !== 'outdated')
      this.#again = setTimeout(() => void this.#load(session.getState().storage.role), LOAD_AGAIN);
  }

  /** Keeps immediately what is not yet durable; false where there is nothing to keep. */
  #stashRest(): boolean {
    const { storage, document } = session.getState();
    const { workspace, untrusted } = document;
    if (!this.#mayWrite(storage) || this.#writer.durable === workspace) return false;
    this.#writer.stash(workspace, untrusted);
    return true;
  }

  async #showStored(stored: StoredWorkspace, role: Role): Promise<void> {
    const files = new Map(stored.files.map(({ path, text }) => [path, text]));
    const durable: Workspace = { files, layouts: new Map([...stored.layouts].filter(([path]) => files.has(path))) };
    const isEmpty = stored.settings === undefined && files.size === 0;
    const made = session.getState().document.workspace;
    this.#writer.resetTo(durable, stored.files);
    if (this.#unread !== null) {
      if (!isEmpty) this.#showMade(durable, made);
    }
    // A tab that followed has the workspace that its owner could not write any more.
    else if (files.size === 0 && !this.#isFirst) return;
    else if (role === 'follower') show(durable);
    else if (isEmpty) show(await this.#seedOrEmpty());
    else this.#showReplayed(durable, stored);
  }

  /** Shows what was made while the stored workspace could not be read, together with that. */
  #showMade(durable: Workspace, made: Workspace): void {
    const merged = mergeMade(durable, made, this.#shownInstead);
    showMerged(merged, 'was stored before. What was made here while the storage could not be read');
  }

  /** Shows what is stored together with what the page before could not write any more. */
  #showReplayed(durable: Workspace, stored: StoredWorkspace): void {
    const delta = readDelta(this.#options.stash);
    if (!delta) return show(durable);
    this.#writer.noteStashed();
    update({ document: { untrusted: joinUntrusted(delta.untrusted) } });
    showMerged(replayUnsaved(durable, stored, delta), 'was changed later in another tab. What was not saved here');
  }

  async #seedOrEmpty(): Promise<Workspace> {
    try {
      return await this.#options.seed();
    } catch (error) {
      notify({ kind: 'warning', message: error instanceof Error ? error.message : String(error) });
      return EMPTY_WORKSPACE;
    }
  }
}

/** What this tab shows others. */
function shared(): SharedWorkspace {
  const { workspace, untrusted } = session.getState().document;
  return { workspace, untrusted };
}
