import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { ActivationView, RunView } from '../../run/index.ts';
import { parse } from './agents.ts';
import type { ActivationRecord, RunEnd } from './Prediction.ts';
import { promise } from './SimulationError.ts';
import type { World } from './World.ts';

/** Proves that a run ended as the model says: status, output, error, and every activation, in whatever order. */
export function compareWithModel(view: RunView, expected: RunEnd): void {
  promise(view.status === expected.status, `the run ended ${view.status}, not ${expected.status}`);
  const code = view.error?.code ?? null;
  promise(code === expected.code, `the run ended with ${code}, not ${expected.code}`);
  const records = [...view.activations.values()].filter(({ startedAt }) => startedAt !== null).map(toRecord);
  const [ran, predicted] = [tally(records), tally(expected.records.map(withoutTime))];
  for (const [text, count] of predicted)
    promise(ran.get(text) === count, `not so, or not so often: ${text}\nbut: ${nearest(ran, predicted, text)}`);
  for (const [text, count] of ran) promise(predicted.get(text) === count, `not predicted: ${text}`);
  const [output, wanted] = [toSortedText(view.output), toSortedText(expected.output)];
  promise(output === wanted, `the output is ${output}, not ${wanted}`);
}

/** Proves that a memory holds what agents have said in a run: everything once, and nothing else. */
export function compareMemory({ memory }: Pick<World, 'memory'>, expected: RunEnd): void {
  const kept = memory.listMessages().map(({ content }) => toSortedText(parse(content)));
  const predicted = expected.said.map(toSortedText);
  const [one, other] = [kept, predicted].map((texts) => [...texts].sort((a, b) => (a < b ? -1 : 1)).join('\n'));
  promise(one === other, `remembered is\n${one}\nnot\n${other}`);
}

function nearest(ran: ReadonlyMap<string, number>, predicted: ReadonlyMap<string, number>, text: string): string {
  const start = text.slice(0, text.indexOf('"', text.indexOf('"id":"') + 6));
  return [...ran.keys()].filter((other) => other.startsWith(start) && !predicted.has(other)).join('\n') || 'nothing';
}

function toRecord(activation: ActivationView): ActivationRecord {
  const { taskId, operation, status, input, output, error, retryCount } = activation;
  const kind = operation?.kind ?? 'subtask';
  const part = kind === 'hook' ? 'hook' : kind === 'subtask' ? '' : `${kind} ${operation?.index}`;
  return withoutTime({ taskId, part, status, input, output, code: error?.code ?? null, retries: retryCount });
}

/** What a failed collection had until then depends on its speed. */
function withoutTime(record: ActivationRecord): ActivationRecord {
  return Array.isArray(record.output) && record.status === 'error' ? { ...record, output: null } : record;
}

function tally(records: readonly ActivationRecord[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const { taskId, ...rest } = record;
    const text = toSortedText({ id: taskId, ...rest });
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** JSON in which the order of keys is always the same, `id` first, and which does not say how long a wait took or how often it looked. */
function toSortedText(value: Json): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  if ('satisfied' in value) return toWaitResult(value);
  const keys = Object.keys(value).sort((a, b) => (a === 'id' || (b !== 'id' && a < b) ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key] ?? null)]));
}

function toWaitResult({ satisfied = null, value = null, signal = null }: JsonObject): Json {
  return { satisfied, signal: sortKeys(signal), value: satisfied === true ? sortKeys(value) : null };
}
