import { createLocalLocks, type RunLocks } from '../hosts/worker/platform/locks.ts';
import type { ChannelMessage, ChannelPort } from '../hosts/worker/protocol/RunChannel.ts';

/** Locks as one tab sees them. `die` gives up all that the tab holds, and asks for no more, as its end would. */
export interface TabLocks extends RunLocks {
  readonly die: () => void;
  readonly isDead: () => boolean;
}

/** What the tabs of one browser share: locks and a channel. */
export class FakeBrowser {
  readonly #locks = createLocalLocks();
  readonly #listeners: ((message: ChannelMessage) => void)[] = [];

  openLocks(): TabLocks {
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
      isDead: () => isDead,
    };
  }

  /** The channel as one tab sees it, which neither says nor hears anything once it is dead. */
  openChannel(isDead: () => boolean): ChannelPort {
    let own: ((message: ChannelMessage) => void) | null = null;
    return {
      post: (message) => {
        if (isDead()) return;
        for (const listener of this.#listeners) if (listener !== own) setImmediate(() => listener(message));
      },
      listen: (listener) => {
        own = (message) => {
          if (!isDead()) listener(message);
        };
        this.#listeners.push(own);
      },
    };
  }
}
