import { isJsonObject, type Json, ownValue } from '#engine/values';
import { session } from '../../session/index.ts';
import { lastValuesOf } from '../../session/run/index.ts';
import { describeValue } from '../parts/describeValue.ts';

/** What a value that other tasks or the input of the run gave was in the run on screen, in a line; undefined where there is none. */
export function lastValueOf(reference: string): string | undefined {
  const [root = '', ...keys] = [...reference.matchAll(/(?:^|\.)([A-Za-z_]\w*)|\[("(?:[^"\\]|\\.)*")\]/g)].map(
    ([, name, quoted]) => name ?? String(JSON.parse(quoted ?? '""')),
  );
  // What a task itself got and gave is another value at each field.
  if (!['workflow', 'tasks'].includes(root)) return undefined;
  let value: Json | undefined = lastValuesOf(session.getState())?.(root, null);
  for (const key of keys) value = isJsonObject(value) ? ownValue(value, key) : undefined;
  return value === undefined ? undefined : describeValue(value);
}
