import { relatedFiles } from '../document/analysis.ts';
import { enginePort, notifyFailure, reachOut } from '../document/engine.ts';
import { recordingPlace, writeFolderFile } from '../document/testData.ts';
import { placeOf } from '../run/findRecord.ts';
import { keepTest, tellUnchanged, testsBeside } from '../run/keepTest.ts';
import type { KeptTest } from '../store/ProofState.ts';
import { port } from '../store/ports.ts';
import type { ShownRun } from '../store/State.ts';
import { session } from '../store/store.ts';
import { explainNoRecording, explainNoTest } from './explainNoRetry.ts';

/**
 * Adds a test that plays the run on screen again to the test file next to its workflow; answers with the test, null where there is none. `by`: what
 * the test has of the run: its answers, or the name of a file that the whole run is written to, in the open folder or else on this device.
 */
export async function saveRunAsTest(by: 'answers' | 'recording' = 'answers'): Promise<KeptTest | null> {
  const state = session.getState();
  const { shown: run } = state.run;
  const explainNo = by === 'answers' ? explainNoTest : explainNoRecording;
  if (run === null || explainNo(state) !== undefined) return null;
  try {
    return await save(run, by === 'answers' ? null : await recordedId(run));
  } catch (error) {
    notifyFailure('The run was not saved as a test.', error);
    return null;
  }
}

/** The id of a run in the history; one of a server is taken into it first. */
async function recordedId({ runId }: ShownRun): Promise<string> {
  const place = placeOf(runId);
  if (place === null) return runId;
  const imported = await reachOut({ type: 'person' }, (engine) => engine.importServed(place.server, place.runId));
  return imported?.runId ?? runId;
}

async function save(run: ShownRun, recordedAs: string | null): Promise<KeptTest | null> {
  const state = session.getState();
  const engine = enginePort()?.engine;
  if (engine === undefined) return null;
  const { path, source, events, runId } = run;
  const tests = testsBeside(path);
  const files = new Map([...relatedFiles(state, path), ...run.files]);
  const place = recordedAs === null ? null : recordingPlace(path, recordedAs);
  const keepAs = port('folder') === undefined ? (place?.path ?? null) : null;
  const saved = await engine.saveTest({
    path,
    source,
    files,
    events: events.slice(),
    runId,
    text: tests.text ?? '',
    ...(place === null || recordedAs === null ? {} : { recording: { runId: recordedAs, name: place.name, keepAs } }),
  });
  if (!saved.ok) {
    tellUnchanged(tests, saved.error.message);
    return null;
  }
  const { recording } = saved.value;
  if (place !== null && recording !== null) await writeFolderFile(place.path, recording);
  return keepTest(tests, saved.value);
}
