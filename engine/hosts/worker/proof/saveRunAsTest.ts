import { type Result, withPatterns } from '../../../base/index.ts';
import type { HostPorts } from '../../../effects/index.ts';
import { analyze } from '../../../graph/index.ts';
import { type SavedTest, saveTest } from '../../../proof/index.ts';
import type { Refusal } from '../../../text/index.ts';
import type { TestedRun } from '../protocol/TestedRun.ts';

/** Adds a test to a file that plays a run again: see `saveTest` in `proof`. */
export async function saveRunAsTest(
  { path, source, files, events, name, text }: TestedRun,
  { runScript }: HostPorts,
): Promise<Result<SavedTest, Refusal>> {
  const analysis = analyze(path, source, undefined, files);
  // The patterns are there once something was matched.
  await withPatterns(() => null);
  return saveTest({ analysis, events, name, text }, runScript === undefined ? {} : { runScript });
}
