import { lockOf, type Release } from './Release.ts';

/** Names that say their content: the same name is the same bytes in every version. */
const HASHED = /^(assets|sandbox)\//;

/** Where in the files of a version the name of another one is kept that it answers for. Files are asked for without a query. */
const SERVED = '?served';

/** What a site answers with that does not have a file any more; any other failure may pass. */
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** How many files are fetched at a time. */
const AT_ONCE = 6;

/** What of the browser a {@link ReleaseCache} uses. */
export interface CacheHost {
  /** The address below which the worker answers; ends in `/`. */
  readonly scope: string;
  readonly caches: CacheStorage;
  readonly fetch: (request: globalThis.Request | string, options?: RequestInit) => Promise<Response>;
  /** Names of the locks that tabs hold. */
  readonly heldLocks: () => Promise<readonly string[]>;
}

/**
 * The files of one version, kept whole next to those of others, and what of a request is answered from them. A request that
 * is not for a file of the app is none of its business: it goes to the network as if there were no worker.
 */
export class ReleaseCache {
  readonly #release: Release;
  readonly #host: CacheHost;
  readonly #files: ReadonlySet<string>;
  readonly #isLocal: boolean;
  /** The version that is answered for; null: it is not read yet. */
  #served: string | null = null;

  constructor(release: Release, host: CacheHost) {
    this.#release = release;
    this.#host = host;
    this.#files = new Set(release.files);
    this.#isLocal = isLocal(host.scope);
  }

  /** Fetches all files of this version. Rejects where one is missing or the host has another version by now: then nothing changes. */
  async install(): Promise<void> {
    const cache = await this.#open();
    const left = [...this.#release.files];
    const work = async (): Promise<void> => {
      for (let file = left.pop(); file !== undefined; file = left.pop())
        await cache.put(this.#url(file), await this.#get(file));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Answers for another version from now on, where all of that is kept. True: it was another one before. */
  async serve(version: string): Promise<boolean> {
    const isKept = await this.#host.caches.has(this.#prefix + version);
    if (!isKept || (await this.#readServed()) === version) return false;
    this.#served = version;
    // The browser ends and starts the worker as it likes.
    await (await this.#open()).put(this.#url(SERVED), new Response(version));
    return true;
  }

  /**
   * The answer to a request; null: the browser asks the network by itself.
   *
   * | request | answer |
   * |---|---|
   * | to another origin, not GET, for a part of a file | null |
   * | the page, on a host with a name | the page of this version, whatever the host has by now |
   * | the page, on this computer itself | the server's own answer; the page of this version where no one answers |
   * | a file of this version | that file |
   * | a named part of any version that is kept | that part, for a tab of that version |
   * | a named part that was lost, here and on the site | the site's answer; from then on the site's own page, too |
   * | anything else, such as an API | null |
   */
  answer(request: globalThis.Request): Promise<Response> | null {
    const file = this.#fileOf(request);
    if (file === null) return null;
    // A port of this computer belongs to whoever starts a server there next: another folder, another version, another program.
    if (file === '' && this.#isLocal) return this.#host.fetch(request).catch(() => this.#kept('', request));
    if (this.#files.has(file) && !HASHED.test(file)) return this.#kept(file, request);
    return HASHED.test(file) ? this.#keptByAny(file, request) : null;
  }

  /** Deletes versions that no tab has open. Only to be called while no other version is about to follow. */
  async tidy(): Promise<void> {
    const { caches, heldLocks } = this.#host;
    const held = new Set(await heldLocks());
    for (const name of await caches.keys()) {
      const version = this.#versionOf(name);
      if (version !== null && version !== this.#release.version && !held.has(lockOf(version)))
        await caches.delete(name);
    }
  }

  #fileOf({ method, url, headers, mode }: globalThis.Request): string | null {
    if (method !== 'GET' || headers.has('range')) return null;
    const { origin, pathname } = new URL(url);
    const address = origin + pathname;
    if (!address.startsWith(this.#host.scope)) return null;
    const file = address.slice(this.#host.scope.length);
    return mode === 'navigate' && file === 'index.html' ? '' : file;
  }

  async #kept(file: string, request: globalThis.Request): Promise<Response> {
    const cache = await this.#host.caches.open(this.#prefix + (await this.#readServed()));
    const found = await cache.match(this.#url(file), { ignoreVary: true });
    // The browser may have made room.
    return found ?? this.#host.fetch(request);
  }

  async #readServed(): Promise<string> {
    if (this.#served !== null) return this.#served;
    const stored = await (await this.#open()).match(this.#url(SERVED));
    this.#served = (await stored?.text()) ?? this.#release.version;
    return this.#served;
  }

  async #keptByAny(file: string, request: globalThis.Request): Promise<Response> {
    const found = await this.#host.caches.match(this.#url(file), { ignoreVary: true });
    if (found !== undefined) return found;
    const response = await this.#host.fetch(request);
    if (GONE.has(response.status)) await this.#giveUp(file);
    return response;
  }

  /** After a part that neither this version nor the site has any more: the site's own page comes with the next reload. */
  async #giveUp(file: string): Promise<void> {
    if (!this.#files.has(file) || (await this.#readServed()) !== this.#release.version) return;
    await (await this.#open()).delete(this.#url(''));
  }

  async #get(file: string): Promise<Response> {
    const url = this.#url(file);
    if (HASHED.test(file)) {
      const known = await this.#host.caches.match(url, { ignoreVary: true });
      if (known) return known;
    }
    const response = await this.#host.fetch(url, { cache: HASHED.test(file) ? 'default' : 'no-cache' });
    if (!response.ok || response.redirected) throw new Error(`${url} was not kept: ${response.status}`);
    if (file === '' && !(await response.clone().text()).includes(this.#release.version))
      throw new Error('The host has another version by now.');
    return response;
  }

  #open(): Promise<Cache> {
    return this.#host.caches.open(`${this.#prefix}${this.#release.version}`);
  }

  /** Several copies of the app may be below one origin. */
  get #prefix(): string {
    return `signalbox ${this.#host.scope} `;
  }

  #versionOf(name: string): string | null {
    return name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : null;
  }

  #url(file: string): string {
    return this.#host.scope + file;
  }
}

/** Whether an address is of this computer itself, by number or as `localhost`. */
function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
