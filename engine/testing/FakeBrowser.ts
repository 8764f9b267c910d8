import { createLocalLocks, type RunLocks } from '../hosts/worker/platform/locks.ts';
import type { ChannelMessage, ChannelPort } from '../hosts/worker/protocol/RunChannel.ts';

/** What the tabs of one browser share: locks and a channel. */
export class FakeBrowser {
  readonly #locks = createLocalLocks();
  readonly #listeners: ((message: ChannelMessage) => void)[] = [];

  /** Locks as one tab sees them. `die` gives up all that the tab holds, and asks for no more, as its end would. */
  openLocks(): RunLocks & { readonly die: () => void } {
    const mine = new Set<() => void>();
    let isDead = false;
    return {
      ...this.#locks,
      areShared: true,
      acquire: async (runId, steal) => {
        const lock = await this.#locks.acquire(runId, steal);
        mine.add(lock.release);
        if (!isDead) return lock;
        lock.release();
        return new Promise(() => {});
      },
      die: () => {
        isDead = true;
        for (const release of mine) release();
      },
    };
  }

  /** The channel as one tab sees it. */
  openChannel(): ChannelPort {
    let own: ((message: ChannelMessage) => void) | null = null;
    return {
      post: (message) => {
        for (const listener of this.#listeners) if (listener !== own) setImmediate(() => listener(message));
      },
      listen: (listener) => {
        own = listener;
        this.#listeners.push(listener);
      },
    };
  }
}
