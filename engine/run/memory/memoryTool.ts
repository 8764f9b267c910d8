import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { MemoryAnswer, MemoryRequest, RunError } from '../Effect.ts';
import { runError } from '../errors.ts';
import type { Run } from '../Run.ts';
import { failed, type UseRequest, type UseResult } from '../UseRequest.ts';
import { callMemory, memoryState, threadOf } from './callMemory.ts';
import { memoryIds } from './listMemories.ts';

/** Whether a reference means the built-in `core:memory`, which the machine answers from the memories of the workflow. */
export function isMemoryTool(use: string): boolean {
  return /^core[:/]memory(@|$)/.test(use);
}

/** Runs `core:memory` (format.md 3): on the memory `config` names, else the only one. Answers `{messages, results}`. */
export function callMemoryTool(
  run: Run,
  request: Pick<UseRequest, 'activation' | 'input'>,
  { config, done }: { readonly config: JsonObject; readonly done: (result: UseResult) => void },
): void {
  const input = isJsonObject(request.input) ? request.input : {};
  const id = pickMemory(run, config['memory'] ?? input['memory'] ?? null);
  if ('error' in id) {
    done(failed(id.error));
    return;
  }
  const asked = readRequest(run, { id: id.value, input });
  if ('error' in asked) {
    done(failed(asked.error));
    return;
  }
  const { value } = asked;
  callMemory(run, request.activation, {
    id: id.value,
    threadId: threadOf(run, input),
    request: value,
    wholeThread: value.op === 'read',
    done: (result) => done(result.ok ? { ok: true, value: toOutput(value, result.value) } : result),
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

function toText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toOutput({ op }: MemoryRequest, answer: MemoryAnswer): Json {
  const messages = op === 'read' ? answer.current_thread.messages : answer.last_messages;
  return { messages, results: op === 'search' ? answer.semantic_search : [] };
}
