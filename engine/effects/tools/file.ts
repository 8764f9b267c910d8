import { toText } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { fail, succeed } from '../outcome.ts';
import type { WorkspaceFiles } from '../ports.ts';
import type { BuiltInCall } from './BuiltInCall.ts';
import { lacksWorkspace } from './lacksWorkspace.ts';
import { readWorkspacePath } from './readWorkspacePath.ts';

/** Runs `core:file`. A path that leads out of the workspace is an AUTHORIZATION_ERROR, whatever the host. */
export async function runFile({ input, ports }: BuiltInCall<'file'>): Promise<Outcome> {
  const { files } = ports;
  if (files === undefined) return lacksWorkspace('file');
  const path = readWorkspacePath(toText(input['path']));
  if (!path.ok) return fail('AUTHORIZATION_ERROR', path.error, { type: 'file', reason: 'path' });
  const op = toText(input['op']);
  if (path.value === '' && op !== 'list')
    return fail('VALIDATION_ERROR', `Give the \`path\` of the file to ${op}.`, { type: 'file', reason: 'input' });
  if (op === 'write' && input['text'] === undefined)
    return fail('VALIDATION_ERROR', 'Give the `text` to write.', { type: 'file', reason: 'input' });
  const done = await work(files, { op, path: path.value, text: toText(input['text']) });
  return typeof done === 'string'
    ? fail('EXECUTION_ERROR', done, { type: 'file', reason: 'storage', path: path.value })
    : done;
}

/** Why the input is invalid, as a message. */
async function work(
  files: WorkspaceFiles,
  { op, path, text }: { readonly op: string; readonly path: string; readonly text: string },
): Promise<Outcome | string> {
  switch (op) {
    case 'read': {
      const read = await files.read(path);
      return read.ok ? succeed({ path, text: read.value }) : read.error;
    }
    case 'write': {
      const written = await files.write(path, text);
      return written.ok ? succeed({ path }) : written.error;
    }
    case 'delete': {
      const removed = await files.remove(path);
      return removed.ok ? succeed({ path }) : removed.error;
    }
    default: {
      const listed = await files.list(path);
      return listed.ok ? succeed({ paths: [...listed.value].sort() }) : listed.error;
    }
  }
}
