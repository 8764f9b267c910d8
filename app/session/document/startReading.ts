import type { EngineWorker } from '#engine/worker';
import type { SessionState } from '../store/State.ts';
import { useSession } from '../store/store.ts';
import { keepAnalysis, needsReader } from './analysis.ts';
import { connectReader, loadReader, readingState } from './reading.ts';

const MEBIBYTE = 1024 * 1024;

/**
 * Has the worker read files too large to be read on the page; answers with a function that stops that. What reads every text
 * here is loaded once the first screen is there.
 */
export function startReading(engine: Pick<EngineWorker, 'readText'>, firstScreen?: Promise<unknown>): () => void {
  void firstScreen?.then(loadReader);
  return connectReader(engine, needsReader, keepAnalysis);
}

/** What is being read, or why it cannot be, as a message; null when the active file has been read. */
export function useIsReading(): string | null {
  return useSession(describeReading);
}

/** The same for code outside of components. */
export function describeReading(state: SessionState): string | null {
  const {
    document: { activePath: path, workspace },
  } = state;
  const reading = readingState(state);
  if (path === null || reading === null) return null;
  if (reading === 'failed') return `${path} could not be read. It can still be downloaded.`;
  const length = workspace.files.get(path)?.length ?? 0;
  return length < MEBIBYTE / 10 ? `Reading ${path}…` : `Reading ${path}, ${(length / MEBIBYTE).toFixed(1)} MiB…`;
}
