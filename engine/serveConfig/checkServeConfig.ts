import { parseSyntax, tellTabs } from '../syntax/index.ts';
import type { Diagnostic } from '../text/index.ts';
import { findMissing } from './findMissing.ts';
import { readConfig } from './readConfig.ts';

/**
 * What is wrong in the text of `signalbox.serve.yaml`. A workflow that is not there is an error here, also for CI, though the server starts
 * all the same. Patterns must be loaded.
 *
 * @param hasWorkflow whether the folder has a workflow of a name; undefined: that is not known
 */
export function checkServeConfig(text: string, hasWorkflow?: (name: string) => boolean): readonly Diagnostic[] {
  const { errors } = parseSyntax(text);
  if (errors.length > 0) return tellTabs(errors, text);
  const read = readConfig(text);
  const missing = read.ok && hasWorkflow !== undefined ? findMissing(text, read.value, hasWorkflow) : [];
  const found = read.ok ? missing : read.error;
  return found.map(({ range, message }) => ({ code: 'SERVE_CONFIG', severity: 'error', range, path: [], message }));
}
