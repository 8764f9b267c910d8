import { loadPatterns, ok, type Result } from '../../../base/index.ts';
import type { HostPorts } from '../../../effects/index.ts';
import { analyze } from '../../../graph/index.ts';
import { type RunToSave, saveTest } from '../../../proof/index.ts';
import type { Refusal } from '../../../text/index.ts';
import type { RunReader } from '../exported/RunReader.ts';
import type { Recording, SavedAsTest, TestSource } from '../protocol/Tests.ts';
import type { WorkspacePorts } from '../workspace/WorkspacePorts.ts';
import type { LiveContext } from './openLive.ts';
import type { TestHost } from './playTests.ts';

/** What proofs need of the engine. */
export interface ProofContext {
  readonly ports: HostPorts;
  readonly reader: RunReader;
  /** Where recordings and kept answers are: files of the workspace, and those that are stored on this device. */
  readonly workspace: Pick<WorkspacePorts, 'workflows' | 'files'>;
  readonly exportRun: (runId: string) => Promise<string | null>;
  readonly live: LiveContext;
}

/** Adds a test to a file that plays a run again: see `saveTest` in `proof`. Rejects with a sentence where the run cannot be recorded. */
export async function saveRunAsTest(
  { path, source, files, events, runId, name, text, recording }: TestSource,
  host: TestHost,
  context: Pick<ProofContext, 'exportRun' | 'workspace'>,
): Promise<Result<SavedAsTest, Refusal>> {
  await loadPatterns();
  const recorded = recording === undefined ? null : await record(recording, host, context);
  const given = recorded === null && runId !== undefined ? await findGiven(runId, host, context) : undefined;
  const run: RunToSave = {
    analysis: analyze(path, source, undefined, files),
    events,
    text,
    ...(name === undefined ? {} : { name }),
    ...(given === undefined ? {} : { given }),
    ...(recorded === null ? {} : { cassette: recorded.cassette }),
  };
  const saved = await saveTest(run, host.ports);
  if (!saved.ok) return saved;
  if (recorded !== null && recording !== undefined && recording.keepAs !== null) {
    const kept = await context.workspace.files?.write(recording.keepAs, recorded.text);
    if (kept?.ok !== true) throw new Error(`The recorded run could not be kept. ${kept?.error ?? ''}`.trim());
  }
  return ok({ ...saved.value, recording: recorded?.text ?? null });
}

/** What a run of the history was given; undefined where it is not there any more, or cannot be read. */
async function findGiven(
  runId: string,
  { cassettes }: TestHost,
  { exportRun }: Pick<ProofContext, 'exportRun'>,
): Promise<RunToSave['given']> {
  const text = await exportRun(runId);
  const given = text === null ? null : await cassettes.read(text);
  return given?.ok === true ? given.value.cassette : undefined;
}

async function record(
  { runId, name }: Recording,
  { cassettes }: TestHost,
  { exportRun }: Pick<ProofContext, 'exportRun'>,
): Promise<{ readonly text: string; readonly cassette: NonNullable<RunToSave['cassette']> }> {
  const text = await exportRun(runId);
  if (text === null)
    throw new Error('This run is no longer stored, so it cannot be recorded. Save it as a test with answers.');
  const given = await cassettes.read(text);
  if (!given.ok) throw new Error(given.error);
  return { text, cassette: { file: name, given: given.value } };
}
