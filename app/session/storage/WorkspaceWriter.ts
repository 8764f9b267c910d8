import { EMPTY_WORKSPACE, type Workspace } from '#engine';
import { createSaver, type Saver, StorageFailure, type StoredWorkspace, stashDelta } from '../../platform/index.ts';
import { diffWorkspaces, type Revisions, toDelta } from './changes.ts';
import { rememberFolder } from './disk/folderMemory.ts';
import { currentValues } from './keepValues.ts';
import { dismissLoss, reportLoss } from './losses.ts';
import type { PersistOptions } from './Persistence.ts';
import type { PartState, SaveBoard } from './SaveBoard.ts';

/** No files, and not the value that an empty workspace has. */
const nothing = (): Workspace => ({ ...EMPTY_WORKSPACE });

interface WriterOptions extends Pick<PersistOptions, 'storage' | 'stash'> {
  readonly board: SaveBoard;
  /** Called with how the files are kept. */
  readonly onState: (state: PartState) => void;
}

/**
 * Writes the workspace of this tab: durable within a second of each change, never over newer text. What storage has lost is shown
 * immediately, and all of it is written again from memory.
 */
export class WorkspaceWriter {
  readonly #storage: PersistOptions['storage'];
  readonly #stash: PersistOptions['stash'];
  readonly #board: SaveBoard;
  readonly #saver: Saver<Workspace>;
  #revisions: Revisions = { byPath: new Map(), highest: 0 };
  #isStashed = false;
  #isLost = false;

  constructor({ storage, stash, board, onState }: WriterOptions) {
    this.#storage = storage;
    this.#stash = stash;
    this.#board = board;
    this.#saver = createSaver<Workspace>({
      durable: EMPTY_WORKSPACE,
      write: (workspace, durable) => this.#write(workspace, durable),
      onState: (state) => {
        onState(state);
        if (state.state === 'saved' && this.#isStashed)
          this.#isStashed = !this.#keep({ writer: storage.writer, files: [], layouts: [] });
      },
    });
  }

  /** True from when a loss was seen until all was written again. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The workspace as it was last known to be durable. */
  get durable(): Workspace {
    return this.#saver.durable();
  }

  /** Takes a workspace that another tab has written as durable. */
  reset(durable: Workspace): void {
    this.#saver.reset(durable);
  }

  /** Takes what was read from storage as durable. */
  resetTo(durable: Workspace, files: StoredWorkspace['files']): void {
    this.#revisions = {
      byPath: new Map(files.map(({ path, revision }) => [path, revision])),
      highest: Math.max(this.#revisions.highest, ...files.map(({ revision }) => revision)),
    };
    this.#saver.reset(durable);
  }

  /** Takes the newest workspace. */
  schedule(workspace: Workspace): void {
    this.#saver.schedule(workspace);
  }

  /** Writes at once what is not yet durable; true when all is. */
  flush(): Promise<boolean> {
    return this.#saver.flush();
  }

  stop(): void {
    this.#saver.stop();
  }

  /** Called when what is stored is gone: that is shown, and all that this tab has is written again. Rejects where it cannot be. */
  async lose(): Promise<void> {
    this.#showLoss();
    if (!(await this.#saver.invalidate(nothing()))) throw this.#board.failure ?? new StorageFailure('failed');
  }

  /** Takes note that changes of a page before are kept beside what is stored: they go once all is durable. */
  noteStashed(): void {
    this.#isStashed = true;
  }

  /** Keeps immediately what of a workspace is not yet durable, without waiting for storage. */
  stash(workspace: Workspace, untrusted: ReadonlySet<string>): void {
    const { writer } = this.#storage;
    const delta = toDelta(this.durable, workspace, { writer, revisions: this.#revisions, untrusted });
    this.#isStashed = this.#keep(delta) || this.#isStashed;
  }

  async #write(workspace: Workspace, durable: Workspace): Promise<void> {
    if (this.#isLost) return this.#restore(workspace);
    const next = diffWorkspaces(durable, workspace, this.#revisions);
    try {
      await this.#storage.save(next.change);
      this.#revisions = next.revisions;
    } catch (error) {
      if (!isLoss(error)) throw error;
      this.#showLoss();
      await this.#restore(workspace);
    }
  }

  #showLoss(): void {
    const failure = new StorageFailure('gone');
    this.#isLost = true;
    this.#board.set('files', { state: 'failed', failure });
    reportLoss({ store: 'workspace', message: failure.message });
  }

  /** Writes all there is into a database that has lost it. */
  async #restore(workspace: Workspace): Promise<void> {
    const next = diffWorkspaces(EMPTY_WORKSPACE, workspace, this.#revisions);
    await this.#storage.restore({ ...next.change, values: currentValues() });
    this.#isLost = false;
    this.#revisions = next.revisions;
    rememberFolder();
    reportLoss({ store: 'workspace', message: RESTORED });
  }

  #keep(delta: Parameters<typeof stashDelta>[1]): boolean {
    const isKept = stashDelta(this.#stash, delta);
    if (isKept) dismissLoss('page');
    else reportLoss({ store: 'page', message: NO_STASH });
    return isKept;
  }
}

/** Whether an error says that storage has lost what it held. */
export function isLoss(error: unknown): boolean {
  return error instanceof StorageFailure && error.reason === 'gone';
}

const RESTORED =
  'The stored workspace was deleted from this browser, as clearing the site’s data does. All files, settings and variables of this tab were written again.';

export const NO_STASH =
  'This browser’s local storage takes nothing. Files are saved, but what you change in the last second before a tab is closed or killed can be lost: wait for “Saved” first.';
