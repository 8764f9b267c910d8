import type { Workspace } from '#engine';
import { StorageFailure, type WorkspaceStorage } from '../../platform/index.ts';
import type { SaveState } from '../store/State.ts';
import { session, update } from '../store/store.ts';

/** What is saved on its own; `check` is the look whether all of it is still there. */
export type SavedPart = 'files' | 'variables' | 'settings' | 'check';

/** How one part of the workspace is kept. */
export interface PartState {
  readonly state: SaveState['state'];
  readonly failure?: StorageFailure;
}

const PARTS: readonly SavedPart[] = ['files', 'variables', 'settings', 'check'];

/** Where the state of every part comes together: the workspace is called saved only while all of them are. */
export class SaveBoard {
  readonly #states = new Map<SavedPart, PartState>();

  /** The failure of any part, the first one of {@link PARTS}; null while there is none. */
  get failure(): StorageFailure | null {
    return PARTS.map((part) => this.#states.get(part)?.failure).find((failure) => failure !== undefined) ?? null;
  }

  /** Takes note of one part, and shows all of them together. */
  set(part: SavedPart, state: PartState): void {
    this.#states.set(part, state);
    this.#show();
  }

  /** Forgets all parts: a load begins. */
  clear(): void {
    this.#states.clear();
  }

  #show(): void {
    const { failure } = this;
    const file = this.#states.get('files')?.state ?? 'saved';
    // Settings follow every click: that they are being written is not worth a word, that they cannot be is.
    const isSaving = file === 'saving' || this.#states.get('variables')?.state === 'saving';
    const next: SaveState =
      failure !== null
        ? { state: 'failed', message: failure.message }
        : { state: file === 'loading' ? 'loading' : isSaving ? 'saving' : 'saved' };
    const {
      storage: { save },
    } = session.getState();
    if (save.state !== next.state || save.message !== next.message) update({ storage: { save: next } });
  }
}

/** How often it is looked whether the workspace is still stored, in ms: a loss is shown within a second. */
const EVERY = 700;

/** What is watched, and what is called when it changes. */
interface StoredWatch {
  readonly storage: Pick<WorkspaceStorage, 'check' | 'onEnd'>;
  /** The workspace that should be stored; null while none should be. */
  readonly durable: () => Workspace | null;
  readonly onLost: () => void;
  /** Receives why it is not known whether anything is stored, and then that it is known again. */
  readonly onState: (state: PartState) => void;
}

/**
 * Looks whether the workspace is still stored, while the page is seen and whenever the browser ends the connection:
 * records that are deleted while a connection stays open raise no event. Answers with a function that stops that.
 */
export function watchStored({ storage, durable, onLost, onState }: StoredWatch): () => void {
  let isLooking = false;
  let hasFailed = false;

  async function look(): Promise<void> {
    const expected = durable();
    if (isLooking || expected === null) return;
    isLooking = true;
    try {
      const found = await storage.check(expected.files.size);
      if (hasFailed) onState({ state: 'saved' });
      hasFailed = false;
      // What was written meanwhile changes the count.
      if (found === 'lost' && durable() === expected) onLost();
    } catch (error) {
      hasFailed = true;
      const failure = error instanceof StorageFailure ? error : new StorageFailure('failed', error);
      onState({ state: 'failed', failure });
    } finally {
      isLooking = false;
    }
  }

  const timer = setInterval(() => {
    if (typeof document === 'undefined' || document.visibilityState === 'visible') void look();
  }, EVERY);
  const stopListening = storage.onEnd((end) => {
    if (end === 'deleted' && durable() !== null) onLost();
    else void look();
  });
  return () => {
    clearInterval(timer);
    stopListening();
  };
}
