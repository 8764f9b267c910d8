import { isJsonObject, type Json } from '../../base/index.ts';
import { requestCall } from '../calls.ts';
import type { MemoryAnswer, MemoryRequest } from '../Effect.ts';
import type { Activation, MemoryState, Run } from '../Run.ts';
import { failed, type UseFailure } from '../UseRequest.ts';
import { readMemoryAnswer } from './readMemoryAnswer.ts';
import { resolveMemory } from './resolveMemory.ts';

/** What came of a call to a memory. */
type MemoryResult = { readonly ok: true; readonly value: MemoryAnswer } | UseFailure;

/** One request to a memory. `wholeThread` asks for all its messages, also where no expression reads them. */
interface MemoryUse {
  readonly id: string;
  readonly threadId: string;
  readonly request: MemoryRequest;
  readonly wholeThread?: boolean;
  readonly done: (result: MemoryResult) => void;
}

/** Asks a memory for something as one recorded step of an activation, and keeps how it stands then. */
export function callMemory(run: Run, activation: Activation, use: MemoryUse): void {
  const state = memoryState(run, use.id);
  if (!state.resolved.ok) {
    state.error = state.resolved.error;
    use.done(failed(state.resolved.error));
    return;
  }
  const { request } = use;
  const reads = run.program.memoryReads.get(use.id);
  requestCall(run, activation, {
    request: {
      type: 'memory.call',
      memory: state.resolved.value.data,
      threadId: use.threadId,
      at: run.now,
      wholeThread: use.wholeThread === true || reads?.wholeThread === true,
      request,
      env: {},
    },
    done: (outcome) => {
      if (!outcome.ok) {
        const message = `The memory "${use.id}" could not ${VERBS[request.op]}: ${outcome.error.message}`;
        use.done({ ...outcome, error: { ...outcome.error, message } });
        return;
      }
      const answer = readMemoryAnswer(outcome.value, use.threadId);
      const searches = request.op === 'recall' || request.op === 'search' || request.op === 'clear';
      const found = searches ? answer.semantic_search : (state.answer?.semantic_search ?? []);
      state.answer = { ...answer, semantic_search: found };
      state.error = null;
      use.done({ ok: true, value: answer });
    },
  });
}

const VERBS = {
  read: 'be read',
  recall: 'be read',
  append: 'be written',
  work: 'be written',
  search: 'be searched',
  clear: 'be cleared',
} as const satisfies Record<MemoryRequest['op'], string>;

/** How a memory stands; resolved when it is first asked for. */
export function memoryState(run: Run, id: string): MemoryState {
  const known = run.memories.get(id);
  if (known !== undefined) return known;
  const state: MemoryState = { resolved: resolveMemory(run, id), answer: null, error: null };
  run.memories.set(id, state);
  return state;
}

/** The thread something belongs to: `thread_id` of its input, else of the run's, else the run's own (format.md 9). */
export function threadOf(run: Run, input: Json): string {
  return threadIn(input) ?? threadIn(run.input) ?? run.started?.runId ?? '';
}

function threadIn(input: Json): string | null {
  const id = isJsonObject(input) ? input['thread_id'] : null;
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : null;
}
