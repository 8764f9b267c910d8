import { isJsonObject, type Json } from '../../base/index.ts';
import type { MemoryRequest } from '../contract/Effect.ts';
import { failed, type UseResult } from '../contract/UseResult.ts';
import { requestCall } from '../requests/calls.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import type { MemoryState, Run } from '../state/Run.ts';
import { readMemoryAnswer } from './readMemoryAnswer.ts';
import { resolveMemory } from './resolveMemory.ts';

/** One request to a memory. `wholeThread` asks for all its messages, also where no expression reads them. */
interface MemoryUse {
  readonly id: string;
  readonly threadId: string;
  readonly request: MemoryRequest;
  readonly wholeThread?: boolean;
  /** Resumed with the memory's answer. */
  readonly continuation: Continuation;
}

/** Calls a memory as one recorded step of an activation. */
export function callMemory(run: Run, activation: Activation, use: MemoryUse): void {
  const { id, threadId, request, continuation } = use;
  const state = memoryState(run, id);
  if (!state.resolved.ok) {
    state.error = state.resolved.error;
    run.machine.resume(run, continuation, failed(state.resolved.error));
    return;
  }
  const reads = run.program.memoryReads.get(id);
  requestCall(run, activation, {
    request: {
      type: 'memory.call',
      memory: state.resolved.value.data,
      threadId,
      at: run.now,
      wholeThread: use.wholeThread === true || reads?.wholeThread === true,
      request,
      env: {},
    },
    continuation: { kind: 'memory.end', id, threadId, op: request.op, continuation },
  });
}

/** Takes the answer of a memory, and keeps it for expressions. */
export function takeMemoryEnd(
  run: Run,
  ended: Extract<Continuation, { readonly kind: 'memory.end' }>,
  outcome: UseResult,
): void {
  const { id, threadId, op, continuation } = ended;
  if (!outcome.ok) {
    const message = `The memory "${id}" could not ${VERBS[op]}: ${outcome.error.message}`;
    run.machine.resume(run, continuation, { ...outcome, error: { ...outcome.error, message } });
    return;
  }
  const state = memoryState(run, id);
  const answer = readMemoryAnswer(outcome.value, threadId);
  const searches = op === 'recall' || op === 'search' || op === 'clear';
  const found = searches ? answer.semantic_search : (state.answer?.semantic_search ?? []);
  state.answer = { ...answer, semantic_search: found };
  state.error = null;
  run.machine.resume(run, continuation, { ok: true, value: answer });
}

const VERBS = {
  read: 'be read',
  recall: 'be read',
  append: 'be written',
  work: 'be written',
  search: 'be searched',
  clear: 'be cleared',
} as const satisfies Record<MemoryRequest['op'], string>;

/** The cached state of a memory; resolved when it is first used. */
export function memoryState(run: Run, id: string): MemoryState {
  const known = run.memories.get(id);
  if (known !== undefined) return known;
  const state: MemoryState = { resolved: resolveMemory(run, id), answer: null, error: null };
  run.memories.set(id, state);
  return state;
}

/** The thread of a request: `thread_id` of its input, else of the run's, else the run's own (format.md 9). */
export function threadOf(run: Run, input: Json): string {
  return threadIn(input) ?? threadIn(run.input) ?? run.started?.runId ?? '';
}

function threadIn(input: Json): string | null {
  const id = isJsonObject(input) ? input['thread_id'] : null;
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : null;
}
