import { isJsonObject, type Json, type JsonObject, toText } from '../../base/index.ts';
import { findBuiltIn, MEMORY } from '../../tools/index.ts';
import type { MemoryAnswer, MemoryRequest, RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { failed, type UseResult } from '../contract/UseResult.ts';
import { memoryIds } from '../program/listMemories.ts';
import type { UseRequest } from '../requests/UseRequest.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import { announceQueued } from '../state/createActivation.ts';
import type { Run } from '../state/Run.ts';
import { callMemory, memoryState, threadOf } from './callMemory.ts';
import { readMemoryAnswer } from './readMemoryAnswer.ts';

/** Whether a reference means the built-in `core:memory`, which the machine answers from the memories of the workflow. */
export function isMemoryTool(use: string): boolean {
  return findBuiltIn(use)?.name === MEMORY.name;
}

/** Runs `core:memory` (format.md 3): on the memory `config` names, else the only one. Answers `{messages, results}`. */
export function callMemoryTool(
  run: Run,
  request: Pick<UseRequest, 'activation' | 'input' | 'continuation'>,
  config: JsonObject,
): void {
  const { continuation } = request;
  const input = isJsonObject(request.input) ? request.input : {};
  const id = pickMemory(run, config['memory'] ?? input['memory'] ?? null);
  if ('error' in id) {
    run.machine.resume(run, continuation, failed(id.error));
    return;
  }
  const asked = readRequest(run, { id: id.value, input });
  if ('error' in asked) {
    run.machine.resume(run, continuation, failed(asked.error));
    return;
  }
  const { value } = asked;
  callMemory(run, request.activation, {
    id: id.value,
    threadId: threadOf(run, input),
    request: value,
    wholeThread: value.op === 'read',
    continuation: { kind: 'memory.tool', op: value.op, continuation },
  });
}

type Read<T> = { readonly value: T } | { readonly error: RunError };

function pickMemory(run: Run, named: Json): Read<string> {
  if (typeof named === 'string' && named !== '') return { value: named };
  const ids = memoryIds(run.program.workflow);
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return { value: only };
  const message =
    only === undefined
      ? 'core:memory needs a memory, and this workflow has none. Add one under `memory`.'
      : `core:memory needs to know which memory is meant. Set config.memory to one of: ${ids.join(', ')}.`;
  return { error: runError('CONFIGURATION_ERROR', 'memory.none', message) };
}

function readRequest(
  run: Run,
  { id, input }: { readonly id: string; readonly input: JsonObject },
): Read<MemoryRequest> {
  const op = input['op'] ?? 'read';
  switch (op) {
    case 'read':
    case 'clear':
      return { value: { op } };
    case 'append': {
      const text = toText(input['content']);
      if (text === '') return { error: inputError('content', 'op append needs `content`: the text to keep') };
      const role = input['role'] === 'assistant' ? 'assistant' : 'user';
      return { value: { op, messages: [{ role, content: text }] } };
    }
    case 'search': {
      const text = toText(input['query']);
      if (text === '') return { error: inputError('query', 'op search needs `query`: the text to look for') };
      const { resolved } = memoryState(run, id);
      return { value: { op, text, maxResults: resolved.ok ? resolved.value.options.maxResults : 0 } };
    }
    default:
      return { error: inputError('op', `op must be append, search, read or clear, and it is ${JSON.stringify(op)}`) };
  }
}

function inputError(field: string, problem: string): RunError {
  return runError('VALIDATION_ERROR', 'tool.input', `The input of core:memory does not fit: ${problem}.`, { field });
}

/** Takes what the memory answered as the tool's result. */
export function takeMemoryTool(
  run: Run,
  { op, continuation }: Extract<Continuation, { readonly kind: 'memory.tool' }>,
  result: UseResult,
): void {
  run.machine.resume(
    run,
    continuation,
    result.ok ? { ok: true, value: toOutput(op, readMemoryAnswer(result.value, '')) } : result,
  );
}

function toOutput(op: MemoryRequest['op'], answer: MemoryAnswer): Json {
  const messages = op === 'read' ? answer.current_thread.messages : answer.last_messages;
  return { messages, results: op === 'search' ? answer.semantic_search : [] };
}

/** Whether expressions of the workflow read a memory that was not read yet in this run. */
export function mustReadMemories(run: Run): boolean {
  return !run.hasReadMemories && run.program.memoryReads.size > 0;
}

/**
 * Reads every memory that expressions read, before the first task begins, as steps of that task. One that cannot be
 * read fails what needs it, and nothing else. Then the task starts.
 */
export function readMemories(run: Run, activation: Activation): void {
  run.hasReadMemories = true;
  const ids = [...run.program.memoryReads.keys()];
  const start: Continuation = { kind: 'task.start', activation };
  const reading = { left: ids.length, continuation: start };
  if (!activation.isKnown) announceQueued(run, activation);
  for (const id of ids) {
    const continuation = { kind: 'memory.first', id, reading } as const;
    callMemory(run, activation, { id, threadId: threadOf(run, null), request: { op: 'read' }, continuation });
  }
}

/** Takes the answer of one of them. */
export function takeFirstReading(
  run: Run,
  { id, reading }: Extract<Continuation, { readonly kind: 'memory.first' }>,
  result: UseResult,
): void {
  if (!result.ok) memoryState(run, id).error = result.error;
  reading.left -= 1;
  if (reading.left === 0) run.machine.resume(run, reading.continuation);
}
