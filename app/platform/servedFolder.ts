import { readProblem } from '#engine/wire';
import type { Folder, FolderBranch, FolderCommit, FolderContent } from './opening/Folder.ts';
import { readText } from './opening/fileTexts.ts';

/** The key that the server gave to this browser: for this address alone, and of no use once the server has ended. */
const KEY = 'signalbox:key';

/** The same, as this page was given it. */
const own = { key: '' };

const FILES = 'folder/files/';
const COMMITS = 'folder/commits/';
const BRANCHES = 'folder/branches';

/** Where proposals wait in the folder. */
const PROPOSALS = '.signalbox/proposals/';

/** How many files are read at a time. */
const AT_ONCE = 6;

/** How long a server that does not answer is left alone, in ms. */
const PAUSE = 1000;

const ENDED =
  'signalbox open has ended, so the folder cannot be reached. Your changes are safe in this browser: start it again for the same folder.';

/** A file as the server has it. */
interface Seen {
  /** The tag of its content; null: it is not there. */
  readonly tag: string | null;
  readonly text: string | null;
}

interface Changes {
  readonly version: string;
  readonly paths: readonly string[] | null;
  readonly isGone: boolean;
}

/** What the server refused, in its words; 0: it did not answer. */
class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Exchanges the token of the address for a key, which stays in this browser, and takes it out of the address. Rejects with an `Error` for the user. */
export async function enterServed(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  const response = await ask('session', { method: 'POST', body: JSON.stringify({ token }) });
  const { key }: { readonly key: string } = await response.json();
  own.key = key;
  try {
    localStorage.setItem(KEY, key);
  } catch {
    // Full or blocked: it holds until the page is reloaded.
  }
}

/** The folder that is served together with this page. Rejects with an `Error` for the user where the page was denied access. */
export async function connectServed(): Promise<Folder> {
  const { name } = await list();
  /** What was read or written last: the server changes a file only while it is that. */
  const seen = new Map<string, Seen>();
  let version = '';
  let state: 'fine' | 'gone' | 'ended' = 'fine';
  const listeners = new Set<() => void>();

  async function read(): Promise<FolderContent> {
    const found = await list();
    version = found.version;
    const texts = new Map<string, string>();
    const layoutTexts = new Map<string, string>();
    const refused = [...found.refused];
    const waiting = [...found.paths];
    const readNext = async (): Promise<void> => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        try {
          const text = await readFile(path);
          if (text === null) continue;
          if (!path.endsWith('.layout.json')) texts.set(path, text);
          else for (const end of ['.yaml', '.yml']) layoutTexts.set(path.slice(0, -'.layout.json'.length) + end, text);
        } catch (error) {
          if (error instanceof Refused && (error.status === 0 || error.status === 401)) throw error;
          refused.push(error instanceof Error ? error.message : String(error));
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, readNext));
    const inOrder = new Map(found.paths.flatMap((path) => (texts.has(path) ? [[path, texts.get(path) ?? '']] : [])));
    return { texts: inOrder, layoutTexts, refused };
  }

  async function readFile(path: string): Promise<string | null> {
    const before = seen.get(path);
    const response = await ask(FILES + encode(path), {
      headers: before?.tag ? { 'If-None-Match': before.tag } : {},
      passes: [304],
    });
    if (response.status === 304 && before) return before.text;
    if (response.status === 204) {
      seen.set(path, { tag: null, text: null });
      return null;
    }
    const text = await readText(new File([await response.arrayBuffer()], path));
    if (!text.ok) throw new Error(text.reason);
    seen.set(path, { tag: response.headers.get('ETag'), text: text.text });
    return text.text;
  }

  async function follow(
    onChange: (paths: readonly string[] | null) => Promise<void>,
    stop: AbortSignal,
  ): Promise<void> {
    while (!stop.aborted) {
      try {
        const response = await ask(`folder/changes?since=${version}`, { signal: stop });
        const changes: Changes = await response.json();
        version = changes.version;
        state = changes.isGone ? 'gone' : 'fine';
        if (changes.isGone) await pause();
        else await tell(changes.paths, onChange);
      } catch {
        // Another server that has the same port does not know this browser until it was given access again: as if none were there.
        state = 'ended';
        await pause();
      }
    }
  }

  /** Proposals are no documents: who follows those hears of them apart. */
  async function tell(
    paths: readonly string[] | null,
    onChange: (paths: readonly string[] | null) => Promise<void>,
  ): Promise<void> {
    const documents = paths?.filter((path) => !path.startsWith(PROPOSALS)) ?? null;
    if (documents?.length !== paths?.length || paths === null) for (const listener of listeners) listener();
    if (documents?.length !== 0) await onChange(documents);
  }

  return {
    name,
    read,
    readFile,
    async writeFile(path, text) {
      const tag = seen.get(path)?.tag ?? null;
      const condition = tag === null ? { 'If-None-Match': '*' } : { 'If-Match': tag };
      const response = await ask(FILES + encode(path), { method: 'PUT', headers: condition, body: text });
      seen.set(path, { tag: response.headers.get('ETag'), text });
    },
    async removeFile(path) {
      if (!seen.has(path)) await readFile(path);
      const tag = seen.get(path)?.tag ?? null;
      if (tag === null) return;
      await ask(FILES + encode(path), { method: 'DELETE', headers: { 'If-Match': tag } });
      seen.set(path, { tag: null, text: null });
    },
    async commits(path) {
      const { commits }: { readonly commits: readonly FolderCommit[] } = await (
        await ask(COMMITS + encode(path), {})
      ).json();
      return commits;
    },
    async readCommit(id, path) {
      const response = await ask(`${COMMITS}${encode(path)}?id=${id}`, {});
      if (response.status === 204) return null;
      const text = await readText(new File([await response.arrayBuffer()], path));
      if (!text.ok) throw new Error(text.reason);
      return text.text;
    },
    async branches() {
      const { branches }: { readonly branches: readonly FolderBranch[] } = await (await ask(BRANCHES, {})).json();
      return branches;
    },
    async proposeBranch(name) {
      await ask(`${BRANCHES}?name=${encodeURIComponent(name)}`, { method: 'POST' });
    },
    proposals: async () => (await list()).proposals,
    onProposals(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    check: async () => state,
    allow: async () => true,
    watch(onChange) {
      const stop = new AbortController();
      void follow(onChange, stop.signal);
      return () => stop.abort();
    },
  };
}

interface Listing {
  readonly name: string;
  readonly version: string;
  readonly paths: readonly string[];
  readonly proposals: readonly string[];
  readonly refused: readonly string[];
}

async function list(): Promise<Listing> {
  return (await ask('folder', {})).json();
}

interface FolderRequest extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are an answer, besides success. */
  readonly passes?: readonly number[];
}

/** Asks the server. Rejects with what it refuses, in its words. */
async function ask(path: string, { passes = [], headers, ...init }: FolderRequest): Promise<Response> {
  const key = readKey();
  const given = { ...init, headers: { ...headers, Authorization: `Bearer ${key}` }, cache: 'no-store' } as const;
  const response = await fetch(new URL(`api/${path}`, document.baseURI), given).catch(() => null);
  if (response === null) throw new Refused(0, ENDED);
  if (response.ok || passes.includes(response.status)) return response;
  const { detail } = readProblem(await response.json().catch(() => null));
  throw new Refused(response.status, detail ?? `The server answered ${response.status}.`);
}

function readKey(): string {
  if (own.key !== '') return own.key;
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function encode(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
