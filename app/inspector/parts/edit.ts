import type { Analysis, Path, Refusal, Result, Transaction } from '#engine';
import { setField } from '#engine/edit';
import type { Data } from '#engine/values';
import { activeAnalysis, dispatch } from '../../session/index.ts';

/** Runs a command on the file as it is now. Returns whether the workspace changed; a refusal is shown to the user. */
export function edit(command: (analysis: Analysis) => Result<Transaction, Refusal>): boolean {
  const analysis = activeAnalysis('resolved');
  return analysis !== null && dispatch(command(analysis));
}

/** Sets a field of the active file; undefined unsets it. */
export function commitField(path: Path, value: Data | undefined): boolean {
  return edit((analysis) => setField(analysis, { path, value }));
}
