import { isJsonObject, type Json } from '../../../base/index.ts';
import { broken, MemoryFault, wrongDimensions } from '../MemoryFault.ts';
import type { VectorHit, VectorStore } from '../stores.ts';
import { callJson, type JsonServer } from './callJson.ts';

const COLLECTIONS = '/api/v2/tenants/default_tenant/databases/default_database/collections';

/** A collection of a Chroma server: its path, and how many dimensions it has; null until something is in it. */
interface Collection {
  readonly path: string;
  readonly dimensions: number | null;
}

/** The vectors of `chroma:http`: one collection for each memory, compared by cosine. */
export function createChromaVectors(
  server: JsonServer,
  { memory, dimensions }: { readonly memory: string; readonly dimensions: number },
): VectorStore {
  const name = toCollectionName(memory);
  const open = async (): Promise<Collection> => {
    const made = await callJson(server, 'POST', COLLECTIONS, {
      name,
      get_or_create: true,
      configuration: { hnsw: { space: 'cosine' } },
    });
    return readCollection(server, made);
  };
  const openChecked = async (): Promise<Collection> => {
    const collection = await open();
    if (collection.dimensions !== null && collection.dimensions !== dimensions) {
      const remedy = 'Set it to what is kept, take another id for this memory, or clear it.';
      throw wrongDimensions(`The collection ${name} of ${server.url}`, collection.dimensions, dimensions, remedy);
    }
    return collection;
  };
  return {
    put: async (vectors) => {
      if (vectors.length === 0) return;
      const { path } = await openChecked();
      await callJson(server, 'POST', `${path}/upsert`, {
        ids: vectors.map(({ id }) => id),
        embeddings: vectors.map(({ vector }) => [...vector]),
        metadatas: vectors.map(({ threadId }) => ({ thread_id: threadId })),
      });
    },
    search: async (query, count, within) => {
      const { path, dimensions: kept } = await openChecked();
      if (kept === null || count === 0) return [];
      const found = await callJson(server, 'POST', `${path}/query`, {
        query_embeddings: [[...query]],
        n_results: count,
        ...(within === null ? {} : { where: { thread_id: within } }),
        include: ['distances', 'metadatas'],
      });
      return readHits(server, found);
    },
    removeThread: async (threadId) => {
      const { path } = await open();
      await callJson(server, 'POST', `${path}/delete`, { where: { thread_id: threadId } });
    },
    removeAll: async () => {
      await open();
      await callJson(server, 'DELETE', `${COLLECTIONS}/${name}`);
    },
  };
}

/**
 * A name Chroma takes: 3 to 512 of `[a-zA-Z0-9._-]` that begins and ends with a letter or digit. An id that is none by
 * itself gets a number made of all of it, so that two ids never share a collection.
 */
export function toCollectionName(memory: string): string {
  const plain = memory.replace(/[^a-zA-Z0-9._-]/g, '-').slice(0, 200);
  if (plain === memory && /[a-zA-Z0-9]$/.test(memory)) return `signalbox-${memory}`;
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(memory))
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return `signalbox-${plain}-${hash.toString(16)}`;
}

function readCollection(server: JsonServer, value: Json): Collection {
  const id = isJsonObject(value) ? value['id'] : null;
  if (typeof id !== 'string' || !isJsonObject(value)) throw unexpected(server);
  const { dimension } = value;
  return { path: `${COLLECTIONS}/${id}`, dimensions: typeof dimension === 'number' ? dimension : null };
}

function readHits(server: JsonServer, value: Json): readonly VectorHit[] {
  if (!isJsonObject(value)) throw unexpected(server);
  const ids = firstOf(value['ids']);
  const distances = firstOf(value['distances']);
  const metadatas = firstOf(value['metadatas']);
  if (ids === null || distances === null || metadatas === null) throw unexpected(server);
  return ids.flatMap((id, index): readonly VectorHit[] => {
    const distance = distances[index];
    const metadata = metadatas[index];
    const threadId = metadata !== undefined && isJsonObject(metadata) ? metadata['thread_id'] : null;
    // Entries that other programs have added to the collection are skipped.
    const isOurs = typeof id === 'string' && typeof distance === 'number' && typeof threadId === 'string';
    return isOurs ? [{ id, threadId, similarity: 1 - distance }] : [];
  });
}

function firstOf(value: Json | undefined): readonly Json[] | null {
  const first: unknown = Array.isArray(value) ? value[0] : null;
  return Array.isArray(first) ? (first as readonly Json[]) : null; // A list in JSON is one of JSON.
}

function unexpected(server: JsonServer): MemoryFault {
  const message = `${server.who} answers with something that is not Chroma’s. Check vector.config.url: it is the address of a Chroma server of version 1 or newer, such as http://localhost:8000.`;
  return broken('not_chroma', message);
}
