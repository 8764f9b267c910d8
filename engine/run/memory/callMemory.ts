import {
  type Data,
  type DataMap,
  err,
  isDataMap,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonObject,
  ok,
  type Result,
} from '../../base/index.ts';
import type { MemoryRequest, RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { failed, type UseResult } from '../contract/UseResult.ts';
import { evaluateMap, frameOfRun, withEnv } from '../evaluate/evaluate.ts';
import { areAlike, listMemories, memoryIds, type OwnedMemory } from '../program/listMemories.ts';
import { requestCall } from '../requests/calls.ts';
import { tellKnown } from '../requests/tellKnown.ts';
import type { Activation } from '../state/Activation.ts';
import type { Continuation } from '../state/Continuation.ts';
import { isBefore } from '../state/isBefore.ts';
import type { MemoryOptions, MemoryState, ResolvedMemory, Run } from '../state/Run.ts';
import { createStore } from '../state/Store.ts';
import { readMemoryAnswer } from './readMemoryAnswer.ts';

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

/** What a working memory looks like before anything is known, where no template is set. */
const WORKING_TEMPLATE = '<user><name/><facts/><goals/></user>';

/** The memory of an id, resolved; `REFERENCE_ERROR` where there is none, `CONFIGURATION_ERROR` where it cannot be used. */
function resolveMemory(run: Run, id: string): Result<ResolvedMemory, RunError> {
  const { workflow } = run.program;
  const found = listMemories(workflow).filter(({ memory }) => memory.id === id);
  const [first] = found;
  if (first === undefined) {
    const available = memoryIds(workflow);
    const message = `There is no memory "${id}". ${tellKnown(run, available)}`;
    return err(runError('REFERENCE_ERROR', 'reference.memory', message, { available }));
  }
  if (!areAlike(found)) {
    const message = `There are memories "${id}" with different settings, and the same id means the same store. Write them alike, or give them different ids.`;
    return err(runError('CONFIGURATION_ERROR', 'memory.mismatch', message, { memory: id }));
  }
  return resolve(run, first);
}

function resolve(run: Run, { memory, agent }: OwnedMemory): Result<ResolvedMemory, RunError> {
  const where = `memory.${memory.id}`;
  const outer = frameOfRun(run, run.top?.store ?? createStore(null));
  const frame = withEnv(run, outer, { env: agent?.env ?? null, where: `agents.${agent?.id ?? ''}.env` });
  if (!frame.ok) return frame;
  // The template of the working memory is a text of its own, in which braces mean nothing (format.md 8).
  const { data, template } = takeTemplate(memory.data);
  const resolved = evaluateMap(run, frame.value, { data, where });
  if (!resolved.ok) return resolved;
  const options = readOptions(resolved.value, { id: memory.id, template });
  if (!options.ok) return options;
  const { lastMessages, recallsBySense, maxResults, workingTemplate } = options.value;
  const whole: Json = {
    lastMessages,
    semanticRecall: { enabled: recallsBySense, maxResults, ...scopeOf(run, resolved.value) },
    workingMemory: { enabled: workingTemplate !== null, template: workingTemplate ?? template ?? WORKING_TEMPLATE },
  };
  const entries = Object.entries(resolved.value).filter(([key]) => key !== 'options');
  return ok({ id: memory.id, data: jsonObject([...entries, ['options', whole]]), options: options.value });
}

/** Which threads are searched, for the backends; before version 0.3 the key had no meaning. */
function scopeOf(run: Run, data: JsonObject): JsonObject {
  const { scope } = mapIn(mapIn(data, 'options'), 'semanticRecall');
  return scope === undefined || isBefore(run, '0.3') ? {} : { scope };
}

function takeTemplate(data: DataMap): { readonly data: DataMap; readonly template: string | null } {
  const options = data.get('options');
  const working = isDataMap(options) ? options.get('workingMemory') : null;
  if (!isDataMap(options) || !isDataMap(working)) return { data, template: null };
  const template = working.get('template');
  return {
    data: withEntry(data, 'options', withEntry(options, 'workingMemory', withEntry(working, 'template', null))),
    template: typeof template === 'string' && template.trim() !== '' ? template : null,
  };
}

function withEntry(map: DataMap, key: string, value: Data): DataMap {
  return new Map([...map, [key, value]]);
}

function readOptions(
  data: JsonObject,
  { id, template }: { readonly id: string; readonly template: string | null },
): Result<MemoryOptions, RunError> {
  const [options, vector] = [mapIn(data, 'options'), mapIn(data, 'vector')];
  const [recall, working] = [mapIn(options, 'semanticRecall'), mapIn(options, 'workingMemory')];
  const lastMessages = options['lastMessages'] ?? 10;
  const maxResults = recall['maxResults'] ?? 5;
  const dimensions = vector['dimensions'] ?? 1;
  const enabled = [recall['enabled'] ?? true, working['enabled'] ?? false];
  const wrong =
    (isCount(lastMessages, 0) ? null : 'options.lastMessages must be a whole number from 0') ??
    (isCount(maxResults, 0) ? null : 'options.semanticRecall.maxResults must be a whole number from 0') ??
    (isCount(dimensions, 1) ? null : 'vector.dimensions must be a whole number from 1') ??
    (enabled.every((value) => typeof value === 'boolean') ? null : '`enabled` must be true or false');
  if (wrong !== null || !isCount(lastMessages, 0) || !isCount(maxResults, 0)) {
    const message = `The memory "${id}" cannot be used: ${wrong ?? ''}.`;
    return err(runError('CONFIGURATION_ERROR', 'memory.options', message, { memory: id }));
  }
  const [recallsBySense, keepsNotes] = enabled;
  return ok({
    lastMessages,
    recallsBySense: recallsBySense === true,
    maxResults,
    workingTemplate: keepsNotes === true ? (template ?? WORKING_TEMPLATE) : null,
  });
}

function mapIn(map: JsonObject, key: string): JsonObject {
  const value = map[key];
  return isJsonObject(value) ? value : {};
}

function isCount(value: Json, least: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least;
}
