import { type Failure, fail, forMissing } from '../outcome.ts';

/** What a built-in answers that needs the files of a workspace where the host has none. */
export function lacksWorkspace(tool: 'file' | 'workflow' | 'javascript'): Failure {
  const message = `core:${tool} has no workspace here: name its folder by --workspace.`;
  return forMissing(
    { what: 'workspace' },
    fail('CONFIGURATION_ERROR', message, { type: tool, reason: 'no_workspace' }),
  );
}
