import { assertNever, err, type Result, toText } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { fail, forMissing, succeed } from '../outcome.ts';
import type { KeyValueStore } from '../ports.ts';
import type { BuiltInCall } from './BuiltInCall.ts';

/** Largest value that is kept, in characters of JSON. */
const LARGEST = 4 * 1024 * 1024;

/** Runs `core:kv`: `{value}`, or `{keys}` for `list`. Where nothing can be kept, the host lacks a state folder. */
export async function runKv({ input, config, ports }: BuiltInCall<'kv'>): Promise<Outcome> {
  const { keyValues } = ports;
  if (keyValues === undefined)
    return forMissing(
      { what: 'state' },
      fail('CONFIGURATION_ERROR', 'core:kv has nowhere to keep values: name a folder with --state.', {
        type: 'kv',
        reason: 'no_store',
      }),
    );
  const problem = explainMisuse(input);
  if (problem !== null) return fail('VALIDATION_ERROR', problem, { type: 'kv', reason: 'input' });
  const done = await work(keyValues, toText(config['namespace']), input);
  return done.ok ? done.value : fail('EXECUTION_ERROR', done.error, { type: 'kv', reason: 'storage' });
}

function explainMisuse({ op, key, value }: BuiltInCall<'kv'>['input']): string | null {
  if (op !== 'list' && key === undefined) return `Give the \`key\` to ${toText(op)}.`;
  if (op === 'set' && value === undefined) return 'Give the `value` to set; to delete a key, use `op: delete`.';
  if (op === 'set' && JSON.stringify(value).length > LARGEST)
    return 'The value is larger than 4 MiB of JSON. Keep it in a file, by core:file, or in parts.';
  return null;
}

async function work(
  store: KeyValueStore,
  namespace: string,
  input: BuiltInCall<'kv'>['input'],
): Promise<Result<Outcome, string>> {
  const key = toText(input['key']);
  const op = readOp(input['op']);
  switch (op) {
    case 'get': {
      const entry = await store.get(namespace, key);
      return entry.ok ? { ok: true, value: succeed({ value: entry.value?.['value'] ?? null }) } : entry;
    }
    case 'set': {
      const { value = null } = input;
      const set = await store.set(namespace, key, { value });
      return set.ok ? { ok: true, value: succeed({ value }) } : set;
    }
    case 'delete': {
      const removed = await store.remove(namespace, key);
      return removed.ok ? { ok: true, value: succeed({ value: null }) } : removed;
    }
    case 'list': {
      const keys = await store.list(namespace);
      return keys.ok ? { ok: true, value: succeed({ keys: [...keys.value].sort() }) } : keys;
    }
    case null:
      return err(`core:kv has no op “${toText(input['op'])}”.`);
    default:
      return assertNever(op);
  }
}

function readOp(op: unknown): 'get' | 'set' | 'delete' | 'list' | null {
  return op === 'get' || op === 'set' || op === 'delete' || op === 'list' ? op : null;
}
