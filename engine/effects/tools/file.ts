import { type JsonObject, ok, toText } from '../../base/index.ts';
import type { Outcome } from '../../run/index.ts';
import { fail, succeed } from '../outcome.ts';
import type { FileAnswer, WorkspaceFiles } from '../ports.ts';
import type { BuiltInCall } from './BuiltInCall.ts';
import { lacksWorkspace, readWorkspacePath } from './readWorkspacePath.ts';

/** Runs `core:file`. A path that leads out of the workspace, or that runs do not reach, is an AUTHORIZATION_ERROR, whatever the host. */
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
  if (done.ok) return succeed(done.value);
  return done.reason === 'refused'
    ? fail('AUTHORIZATION_ERROR', done.error, { type: 'file', reason: 'path', path: path.value })
    : fail('EXECUTION_ERROR', done.error, { type: 'file', reason: 'storage', path: path.value });
}

async function work(
  files: WorkspaceFiles,
  { op, path, text }: { readonly op: string; readonly path: string; readonly text: string },
): Promise<FileAnswer<JsonObject>> {
  switch (op) {
    case 'read': {
      const read = await files.read(path);
      return read.ok ? ok({ path, text: read.value }) : read;
    }
    case 'write': {
      const written = await files.write(path, text);
      return written.ok ? ok({ path }) : written;
    }
    case 'delete': {
      const removed = await files.remove(path);
      return removed.ok ? ok({ path }) : removed;
    }
    default: {
      const listed = await files.list(path);
      return listed.ok ? ok({ paths: [...listed.value].sort() }) : listed;
    }
  }
}
