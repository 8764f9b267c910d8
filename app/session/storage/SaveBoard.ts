import type { StorageFailure } from '../../platform/index.ts';
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
