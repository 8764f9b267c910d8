import type { JsonObject } from '../../base/index.ts';
import { cancelled, type Failure, fail } from '../outcome.ts';

/** What a backend of a memory rejects with: the failure the whole call ends with. Nothing was written. */
export class MemoryFault extends Error {
  override readonly name = 'MemoryFault';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.error.message);
    this.failure = failure;
  }
}

/** A CONFIGURATION_ERROR: the workflow's settings of its memory are invalid. */
export function misconfigured(reason: string, message: string, more: JsonObject = {}): MemoryFault {
  return new MemoryFault(fail('CONFIGURATION_ERROR', message, { ...more, type: 'memory', reason }));
}

/** A MEMORY_ERROR: the storage of a memory fails. */
export function broken(reason: string, message: string, more: JsonObject = {}): MemoryFault {
  return new MemoryFault(fail('MEMORY_ERROR', message, { ...more, type: 'memory', reason }));
}

/** Throws once a call was aborted: called before each write, so that an aborted call writes nothing more. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new MemoryFault(cancelled());
}

/** Two sizes of vectors that should be one. */
export function wrongDimensions(what: string, found: number, wanted: number, remedy: string): MemoryFault {
  return misconfigured(
    'dimensions',
    `${what} has ${found} dimensions, and vector.dimensions of the memory is ${wanted}. ${remedy}`,
    { found, wanted },
  );
}
