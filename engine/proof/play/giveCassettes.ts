import { err, ok, type Result } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import type { RunInput } from '../../run/index.ts';
import type { Findings, TestCassette, TestFile } from '../../testFile/index.ts';
import { recordCassette } from '../cassette/recordCassette.ts';
import type { GivenCassette } from './RecordedCalls.ts';

/** How the recorded runs of a test file are read. */
export interface CassetteReading {
  /** The run that a test names; the error is a sentence for the user. */
  readonly read: (cassette: TestCassette) => Promise<Result<GivenCassette, string>>;
  /** What may be named instead of one that cannot be read: a sentence. */
  readonly advice: string;
  /** Gets what cannot be read. */
  readonly findings: Findings;
}

/** The recorded runs that the tests of a file name, each read once, by the names that they have there. */
export async function giveCassettes(
  { tests }: TestFile,
  { read, advice, findings }: CassetteReading,
): Promise<ReadonlyMap<string, GivenCassette>> {
  const known = new Map<string, Result<GivenCassette, string>>();
  const given = new Map<string, GivenCassette>();
  for (const { cassette } of tests) {
    if (cassette === null) continue;
    const run = known.get(cassette.file) ?? (await read(cassette));
    known.set(cassette.file, run);
    if (run.ok) given.set(cassette.file, run.value);
    else {
      const message = `The recorded run ${cassette.file} cannot be read. ${run.error} ${advice}`;
      findings.add('TEST_CASSETTE', cassette.path, message);
    }
  }
  return given;
}

/** A recorded run as tests play it; the error says why its inputs cannot be played. Patterns must be loaded. */
export function toGivenCassette(analysis: Analysis, inputs: readonly RunInput[]): Result<GivenCassette, string> {
  try {
    return ok({ analysis, cassette: recordCassette(effectiveWorkflow(analysis), inputs).cassette });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(`It cannot be played: ${reason.replace(/\.$/, '')}.`);
  }
}
