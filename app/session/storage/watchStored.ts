import type { Workspace } from '#engine';
import { StorageFailure, type WorkspaceStorage } from '../../platform/index.ts';
import type { PartState } from './SaveBoard.ts';

/** How often it is looked whether the workspace is still stored, in ms: a loss is shown within a second. */
const EVERY = 700;

/** What is watched, and what is called when it changes. */
export interface StoredWatch {
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
