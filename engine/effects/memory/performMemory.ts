import type { MemoryCall, Outcome } from '../../run/index.ts';
import type { Egress } from '../egress.ts';
import { fail } from '../outcome.ts';
import type { MemoryHome } from './MemoryHome.ts';

/** What a memory may use for one call. */
export interface MemoryContext {
  readonly signal: AbortSignal;
  readonly egress: Egress;
  readonly home: MemoryHome | null;
}

/** Performs one call to a memory: see `MemoryCall`. */
export async function performMemory(call: MemoryCall, _context: MemoryContext): Promise<Outcome> {
  return fail('CONFIGURATION_ERROR', `The memory ${String(call.memory['id'])} has no backend.`, {
    type: 'memory',
    reason: 'no_backend',
  });
}
