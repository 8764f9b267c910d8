import { isJsonObject, type Json } from '../../base/index.ts';
import { reachesByKey, staysInside } from '../../effects/index.ts';
import { type Call, hasConsequences, startsRun } from '../../run/index.ts';

/** Something that was done to the world. */
export interface Consequence {
  readonly task: string;
  /** Equal for equal requests of one task. */
  readonly request: string;
  /** Equal where the other side knows it is the same; null: it cannot know. */
  readonly identity: string | null;
  /** Index of the event before which it was done. */
  readonly at: number;
  readonly call: Call;
}

/**
 * Whether a call does something to the world that would harm if done twice. Not a question to a model, which costs and changes
 * nothing; not what is kept by Signalbox itself; not a run of another workflow, which its host continues.
 */
export function isConsequence(call: Call): boolean {
  return call.type === 'tool.call' && !startsRun(call) && hasConsequences(call) && !staysInside(call);
}

export function toConsequence(call: Call, at: number): Consequence {
  const request = call.type === 'tool.call' ? JSON.stringify([call.use, call.input]) : '';
  const identity = !reachesByKey(call) ? null : hasOwnKey(call) ? `own ${request}` : (call.onceKey ?? call.key);
  return { task: call.taskId, request, identity, at, call };
}

/** The first consequence that was made more often than without the fault; null where none was. */
export function findRepeated(made: readonly Consequence[], usual: readonly Consequence[]): Consequence | null {
  const allowed = countAll(usual);
  const counts = new Map<string, number>();
  const known = new Set<string>();
  for (const consequence of made) {
    const { identity } = consequence;
    if (identity !== null && known.has(identity)) continue;
    if (identity !== null) known.add(identity);
    const key = keyOf(consequence);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > Math.max(1, allowed.get(key) ?? 0)) return consequence;
  }
  return null;
}

function countAll(all: readonly Consequence[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const consequence of all) counts.set(keyOf(consequence), (counts.get(keyOf(consequence)) ?? 0) + 1);
  return counts;
}

function keyOf({ task, request }: Consequence): string {
  return `${task} ${request}`;
}

/** Whether the workflow itself gives the key, so that it is the same at every attempt. */
function hasOwnKey(call: Call): boolean {
  if (call.type !== 'tool.call') return false;
  const { input, config } = call;
  const given = isJsonObject(input) ? [config['headers'], input['headers']] : [config['headers']];
  return given.some(
    (headers: Json | undefined) =>
      isJsonObject(headers ?? null) &&
      Object.keys(headers as object).some((name) => name.toLowerCase() === 'idempotency-key'),
  );
}
