/** Code that is loaded when it is first needed, or before that while the browser has nothing else to do. */
export interface LazyModule<Module> {
  /** The module once it is there, else null. */
  readonly loaded: () => Module | null;
  /** Loads it once. Rejects with a {@link LoadError}; a moment later it can be asked for again. */
  readonly load: () => Promise<Module>;
}

/** Code that could not be loaded, with a message for the user. Some browsers never request it again until the page is reloaded. */
export class LoadError extends Error {
  constructor(cause: unknown) {
    super(
      'It could not be loaded. Check the connection to the server that this page came from, then try again or reload the page: your work is kept.',
      { cause },
    );
  }
}

/** How long a failed load is cached before the module may be requested again, in ms. */
const RETRY_AFTER = 500;

const known: LazyModule<unknown>[] = [];

/** What all code that is loaded later relies on. */
const relied: Reliance[] = [];

interface Reliance {
  readonly module: LazyModule<unknown>;
  readonly isForParts: boolean;
}

/** Forgets each cached failure. */
const failures = new Set<() => void>();

/** Lets all failed modules be requested again immediately: the user retries. */
export function forgetFailures(): void {
  for (const forget of failures) forget();
}

/**
 * Makes sure that no code that is loaded later runs before this is loaded, too; both are requested at the same time. Where this
 * cannot be loaded, the other code runs without it, and it is requested again with whatever is loaded next.
 * @param options `isForParts`: only parts rely on it, and one without it counts as not loaded
 */
export function relyOn(module: LazyModule<unknown>, { isForParts = false } = {}): void {
  relied.push({ module, isForParts });
}

/**
 * Registers code that is loaded later.
 * @param load an `import()` of it
 * @param options `isPart`: it offers what a user can do, and so needs the actions
 */
export function lazyModule<Module>(load: () => Promise<Module>, { isPart = false } = {}): LazyModule<Module> {
  let loaded: Module | null = null;
  let loading: Promise<Module> | null = null;

  function begin(): Promise<Module> {
    // They do not wait for each other.
    const isRelied = relied.some((other) => other.module === module);
    const others = isRelied
      ? []
      : relied
          .filter(({ isForParts }) => isPart || !isForParts)
          .map(({ module: other, isForParts }) => (isForParts ? other.load() : other.load().catch(() => null)));
    return Promise.all([load(), ...others]).then(
      ([module]) => {
        loaded = module;
        return module;
      },
      (cause: unknown) => {
        const forget = (): void => {
          loading = null;
          failures.delete(forget);
        };
        failures.add(forget);
        setTimeout(forget, RETRY_AFTER);
        throw new LoadError(cause);
      },
    );
  }

  const module: LazyModule<Module> = {
    loaded: () => loaded,
    load: () => {
      loading ??= begin();
      return loading;
    },
  };
  known.push(module);
  return module;
}

/**
 * Preloads all modules registered so far, one after the other, each when the browser is idle, so that first use needs no
 * wait and no connection. A module that fails is requested again when it is needed.
 */
export async function loadAhead(): Promise<void> {
  for (const module of known) {
    await idle();
    await module.load().catch(() => null);
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, 50);
  });
}
