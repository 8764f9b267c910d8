import type { MemoryHome } from '../MemoryHome.ts';
import type { MemorySettings } from '../readMemory.ts';
import type { VectorStore } from '../stores.ts';
import { InMemoryThreads } from './InMemoryThreads.ts';
import { InMemoryVectors } from './InMemoryVectors.ts';
import { NO_LOG, openStateLog, type StateLog } from './StateLog.ts';

/** Where a memory is among those kept in memory. */
export interface KeptPlace {
  readonly kind: string;
  /** Whether it is written to the state folder, where the host has one. */
  readonly isLasting: boolean;
}

const IN_MEMORY: KeptPlace = { kind: 'in_memory', isLasting: true };

/** Replaces backends outside of Signalbox in a simulated run, separate from real data. */
export const SIMULATED: KeptPlace = { kind: 'simulated', isLasting: false };

/** The threads of a memory, the same for every run of the host. */
export function openThreads(home: MemoryHome, id: string, place = IN_MEMORY): Promise<InMemoryThreads> {
  return openOnce(home.threads, toKey(place, id), async () => {
    return new InMemoryThreads(await openLog(home, place, `${toKey(place, id)}.threads.jsonl`));
  });
}

/** The vectors of a memory, the same for every run of the host. */
export async function openVectors(
  home: MemoryHome,
  { id, dimensions }: Pick<MemorySettings, 'id' | 'dimensions'>,
  place = IN_MEMORY,
): Promise<VectorStore> {
  return (await openBlock(home, id, place)).open(dimensions);
}

function openBlock(home: MemoryHome, id: string, place: KeptPlace): Promise<InMemoryVectors> {
  return openOnce(home.vectors, toKey(place, id), async () => {
    return new InMemoryVectors(await openLog(home, place, `${toKey(place, id)}.vectors.jsonl`));
  });
}

/** What could not be opened is tried again the next time. */
function openOnce<T>(known: Map<string, Promise<T>>, key: string, open: () => Promise<T>): Promise<T> {
  const found = known.get(key);
  if (found !== undefined) return found;
  const opening = open();
  known.set(key, opening);
  opening.catch(() => known.delete(key));
  return opening;
}

async function openLog(home: MemoryHome, { isLasting }: KeptPlace, name: string): Promise<StateLog> {
  return home.folder === null || !isLasting ? NO_LOG : openStateLog(home.folder, name);
}

/** What is kept in memory or in the state folder, without the replacements of simulated runs. */
export async function listInMemory(
  home: MemoryHome,
): Promise<readonly { readonly id: string; readonly place: KeptPlace; readonly dimensions: number }[]> {
  const files = home.folder === null ? [] : await home.folder.list('').catch(() => []);
  const keys = new Set([
    ...home.threads.keys(),
    ...files.flatMap((name) => /^(.+)\.threads\.jsonl$/.exec(name)?.[1] ?? []),
  ]);
  const places = [...keys].flatMap((key) => parseKey(key) ?? []).filter(({ place }) => place.isLasting);
  return Promise.all(
    places.map(async ({ id, place }) => ({ id, place, dimensions: (await openBlock(home, id, place)).dimensions })),
  );
}

/** A key that is also the name of a file, on systems too that take A for a: `decodeURIComponent` reads its parts. */
function toKey({ kind }: KeptPlace, id: string): string {
  return `${kind.split('/').map(encodeName).join('-')}.${encodeName(id)}`;
}

function parseKey(key: string): { readonly id: string; readonly place: KeptPlace } | null {
  const [kind, id] = key.split('.');
  if (kind === undefined || id === undefined) return null;
  const [name, ...path] = kind.split('-').map(decodeURIComponent);
  const isLasting = name !== SIMULATED.kind;
  return { id: decodeURIComponent(id), place: { kind: [name, ...path].join('/'), isLasting } };
}

function encodeName(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text));
  return bytes
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`))
    .join('');
}

/** Lower-case letters, digits and the underscore. */
function isPlain(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f;
}
