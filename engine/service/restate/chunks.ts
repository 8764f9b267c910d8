import type { Proof, RecordedJournal } from '../../hosts/node/index.ts';
import type { RunInput } from '../../run/index.ts';

/** State `chunk.<n>` of a run: inputs, and the proof of all inputs up to its end. */
export interface Chunk {
  readonly inputs: readonly RunInput[];
  readonly proof: Proof;
}

/** Chunks as one journal; `start`: the first input, where they begin with the first chunk. */
export function joinChunks(start: RunInput | null, chunks: readonly Chunk[]): RecordedJournal {
  const inputs = chunks.flatMap((chunk) => chunk.inputs);
  return { inputs: start === null ? inputs : [start, ...inputs], proofs: chunks.map(({ proof }) => proof) };
}
