import { keptAs } from './served.ts';

/** Of the lock that the tab that writes holds, and of the channel between tabs. */
const NAME = 'signalbox:workspace';
/** How long an owner may take to hand over before it is taken for frozen, in ms. */
const HANDOVER = 2500;

export type Role = 'owner' | 'follower';

/** What tabs of one workspace send each other. */
export type TabMessage<Content> =
  /** A tab that follows has loaded: the owner answers with `content`. */
  | { readonly type: 'hello' }
  | { readonly type: 'content'; readonly content: Content }
  /** A follower asks to become the owner. */
  | { readonly type: 'handover' };

export interface TabsOptions<Content> {
  /** Called with each new role, the first one too. As owner: load what is durable before you write. */
  readonly onRole: (role: Role) => void;
  /** The owner's content, live; for followers only. */
  readonly onContent: (content: Content) => void;
  /** What the owner has now, for a tab that joins. */
  readonly content: () => Content;
  /** Called before this owner hands over: everything must be durable when it resolves. */
  readonly beforeHandover: () => Promise<unknown>;
}

export interface Tabs {
  /** Shows followers what the owner has now; nothing while there are none. */
  readonly publish: () => void;
  /** As a follower that is ready: asks for what the owner has now. */
  readonly greet: () => void;
  /** Asks the owner to hand over; takes over by force when it does not answer. */
  readonly takeOver: () => void;
}

/** Null in an old browser, and in one that blocks site data: Firefox then throws. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * Sees to it that one tab writes: the owner holds a Web Lock. A tab that finds it held follows, and becomes the owner when
 * the owner closes or dies, or when it is asked to. Without locks (an old browser, or one that blocks site data) each tab is
 * an owner; storage still refuses the writes of all but the last that claimed it.
 */
export function joinTabs<Content>(options: TabsOptions<Content>): Tabs {
  const name = keptAs(NAME);
  const channel = openChannel(name);
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  let role: Role | null = null;
  let release: (() => void) | null = null;
  let hasFollowers = false;

  const setRole = (next: Role): void => {
    if (next === role) return;
    role = next;
    options.onRole(next);
  };
  // A channel has no target origin: it never leaves this one.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: TabMessage<Content>): void => channel?.postMessage(message);

  /** Holds the lock until it is asked to release it. */
  const hold = (): Promise<void> => {
    return new Promise((resolve) => {
      release = resolve;
      setRole('owner');
    });
  };
  const follow = (): void => {
    release = null;
    setRole('follower');
  };

  /** Holds the lock as soon as it is free, again and again; without a lock to be had, this tab writes. */
  async function wait(options: LockOptions): Promise<void> {
    for (let next = options; ; next = {}) {
      try {
        await locks?.request(name, next, (lock) => (lock === null ? undefined : hold()));
      } catch (error) {
        // Stolen by a tab that took this one for frozen; anything else is a browser that gives this page no locks.
        if (!(error instanceof DOMException) || error.name !== 'AbortError') return setRole('owner');
      }
      follow();
    }
  }

  async function handOver(): Promise<void> {
    const letGo = release;
    if (letGo === null) return;
    await options.beforeHandover();
    letGo();
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage<Content>>) => {
    if (data.type === 'content' && role === 'follower') options.onContent(data.content);
    if (data.type === 'hello' && role === 'owner') {
      hasFollowers = true;
      post({ type: 'content', content: options.content() });
    }
    if (data.type === 'handover' && role === 'owner') void handOver();
  });
  if (locks) void wait({ ifAvailable: true });
  else setRole('owner');

  return {
    publish: () => {
      if (role === 'owner' && hasFollowers) post({ type: 'content', content: options.content() });
    },
    greet: () => post({ type: 'hello' }),
    takeOver: () => {
      post({ type: 'handover' });
      setTimeout(() => {
        if (role === 'owner') return;
        locks?.request(name, { steal: true }, hold).then(follow, follow);
      }, HANDOVER);
    },
  };
}
