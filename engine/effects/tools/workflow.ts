import { isJsonObject, toText } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { fail } from '../outcome.ts';
import type { BuiltInCall } from './BuiltInCall.ts';
import { lacksWorkspace, readWorkspacePath } from './readWorkspacePath.ts';

/** Runs `core:workflow`: the result of the other run, or its error. */
export async function runWorkflow({ input, ports, key, simulate, signal }: BuiltInCall<'workflow'>): Promise<Outcome> {
  if (ports.runWorkflow === undefined) return lacksWorkspace('workflow');
  const file = readWorkspacePath(toText(input['file']));
  if (!file.ok) return fail('AUTHORIZATION_ERROR', file.error, { type: 'workflow', reason: 'path' });
  const given = isJsonObject(input['input']) ? input['input'] : {};
  return ports.runWorkflow({ file: file.value, input: given, key, simulate }, signal);
}
