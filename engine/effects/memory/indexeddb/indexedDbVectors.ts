import { broken, wrongDimensions } from '../MemoryFault.ts';
import { BestRows, scanVectors, type VectorQuery } from '../scanVectors.ts';
import type { KeptVector, VectorHit, VectorStore } from '../stores.ts';
import {
  keysBelow,
  type MemoryDatabase,
  type OpenDatabase,
  type VectorBlock,
  type VectorCollection,
} from './MemoryDatabase.ts';

/** Vectors in a full block: few enough to be written again with each message, enough that a search reads few of them. */
const BLOCK_ROWS = 256;

const STORES: ('collections' | 'blocks' | 'rows')[] = ['collections', 'blocks', 'rows'];

/** What a memory's vectors are kept for. */
interface VectorSpace {
  readonly memory: string;
  readonly dimensions: number;
}

/** The vectors of `core:indexeddb`: blocks of numbers, kept in memory once read, all of them compared in a search. */
export function createIndexedDbVectors(database: MemoryDatabase, place: VectorSpace): VectorStore {
  return {
    put: (vectors) => database.use((open) => putVectors(open, place, vectors)),
    search: (query, count, within) =>
      database.use(async (open) => {
        const blocks = await readBlocks(open, database, place);
        return searchBlocks(blocks, { query, within }, count);
      }),
    removeThread: (threadId) => database.use((open) => keepVectors(open, place, (of) => of !== threadId)),
    removeAll: () => database.use((open) => keepVectors(open, place, () => false)),
  };
}

function searchBlocks(blocks: readonly VectorBlock[], query: VectorQuery, count: number): readonly VectorHit[] {
  const best = new BestRows(count);
  for (const { index, ids, vectors, threadIds: threads } of blocks) {
    scanVectors({ vectors, count: ids.length, first: index * BLOCK_ROWS, threads }, query, best);
  }
  const byIndex = new Map(blocks.map((block) => [block.index, block]));
  return best.toHits((row) => {
    const block = byIndex.get(Math.floor(row / BLOCK_ROWS));
    const id = block?.ids[row % BLOCK_ROWS];
    const threadId = block?.threadIds[row % BLOCK_ROWS];
    return id === undefined || threadId === undefined ? undefined : { id, threadId };
  });
}

/** All blocks: those that changed since they were last read are read again. */
async function readBlocks(
  open: OpenDatabase,
  database: MemoryDatabase,
  place: VectorSpace,
): Promise<readonly VectorBlock[]> {
  const { memory } = place;
  const reading = open.transaction(['collections', 'blocks']);
  const collection = await reading.objectStore('collections').get(memory);
  if (collection === undefined) return [];
  checkDimensions(collection, place);
  const known = database.cache.get(memory);
  const blocks = await Promise.all(
    collection.blocks.map(async (version, index) => {
      const cached = known?.get(index);
      if (cached?.version === version) return cached;
      const read = await reading.objectStore('blocks').get([memory, index]);
      return checkBlock(read, { ...place, index });
    }),
  );
  database.cache.set(memory, new Map(blocks.map((block) => [block.index, block])));
  return blocks;
}

async function putVectors(open: OpenDatabase, place: VectorSpace, vectors: readonly KeptVector[]): Promise<void> {
  const { memory, dimensions } = place;
  const writing = open.transaction(STORES, 'readwrite');
  const collections = writing.objectStore('collections');
  const blocks = writing.objectStore('blocks');
  const rows = writing.objectStore('rows');
  const before = await collections.get(memory);
  if (before !== undefined) checkDimensions(before, place);
  const versions = [...(before?.blocks ?? [])];
  const version = (before?.version ?? 0) + 1;
  const changed = new Map<number, VectorBlock>();
  const load = async (index: number): Promise<VectorBlock> =>
    changed.get(index) ??
    (index < versions.length
      ? checkBlock(await blocks.get([memory, index]), { ...place, index })
      : { memory, index, version, ids: [], threadIds: [], vectors: new Float32Array(0) });
  for (const vector of vectors) {
    const row = await rows.get([memory, vector.id]);
    const last = await load(Math.max(0, versions.length - 1));
    const block =
      row !== undefined ? await load(row.block) : last.ids.length < BLOCK_ROWS ? last : await load(versions.length);
    changed.set(block.index, { ...withVector(block, vector, dimensions), version });
    versions[block.index] = version;
    if (row === undefined) await rows.put({ memory, id: vector.id, block: block.index });
  }
  for (const block of changed.values()) await blocks.put(block);
  await collections.put({ memory, dimensions, version, blocks: versions });
  await writing.done;
}

function withVector(block: VectorBlock, { id, threadId, vector }: KeptVector, dimensions: number): VectorBlock {
  const found = block.ids.indexOf(id);
  const at = found === -1 ? block.ids.length : found;
  const vectors = new Float32Array(Math.max(block.vectors.length, (at + 1) * dimensions));
  vectors.set(block.vectors);
  vectors.set(vector, at * dimensions);
  return {
    ...block,
    vectors,
    ids: block.ids.toSpliced(at, 1, id),
    threadIds: block.threadIds.toSpliced(at, 1, threadId),
  };
}

/** Takes out the vectors that do not stay. A block keeps its place, and may become empty. */
async function keepVectors(
  open: OpenDatabase,
  place: VectorSpace,
  stays: (threadId: string) => boolean,
): Promise<void> {
  const { memory } = place;
  const writing = open.transaction(STORES, 'readwrite');
  const collection = await writing.objectStore('collections').get(memory);
  if (collection !== undefined) {
    const version = collection.version + 1;
    const versions = [...collection.blocks];
    const blocks = writing.objectStore('blocks');
    let left = 0;
    for (const block of await blocks.getAll(keysBelow(memory))) {
      const { index, ids, threadIds } = block;
      const kept: number[] = [];
      for (const [row, id] of ids.entries()) {
        if (stays(threadIds[row] ?? '')) kept.push(row);
        else await writing.objectStore('rows').delete([memory, id]);
      }
      left += kept.length;
      if (kept.length === ids.length) continue;
      versions[index] = version;
      await blocks.put({ ...pickRows(block, kept, collection.dimensions), version });
    }
    if (left === 0) await blocks.delete(keysBelow(memory));
    await writing.objectStore('collections').put({ ...collection, version, blocks: left === 0 ? [] : versions });
  }
  await writing.done;
}

function pickRows(block: VectorBlock, rows: readonly number[], size: number): VectorBlock {
  const vectors = new Float32Array(rows.length * size);
  for (const [to, from] of rows.entries())
    vectors.set(block.vectors.subarray(from * size, (from + 1) * size), to * size);
  return {
    ...block,
    vectors,
    ids: rows.map((row) => block.ids[row] ?? ''),
    threadIds: rows.map((row) => block.threadIds[row] ?? ''),
  };
}

function checkDimensions(collection: VectorCollection, { dimensions }: VectorSpace): void {
  if (collection.blocks.length === 0 || collection.dimensions === dimensions) return;
  const remedy = 'Set it to what is kept, take another id for this memory, or clear it.';
  throw wrongDimensions('What this memory keeps', collection.dimensions, dimensions, remedy);
}

function checkBlock(
  block: VectorBlock | undefined,
  { memory, dimensions, index }: VectorSpace & { index: number },
): VectorBlock {
  const isWhole =
    block?.vectors instanceof Float32Array &&
    Array.isArray(block.ids) &&
    block.vectors.length === block.ids.length * dimensions;
  if (isWhole) return block;
  const message = `Block ${index} of the vectors of the memory “${memory}” cannot be read. Clear the memory to start again.`;
  throw broken('corrupt', message, { block: index });
}
