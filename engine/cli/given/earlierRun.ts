import { ok, type Result } from '../../base/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { analyzeRecorded, beginRun, readExposure } from '../../hosts/node/index.ts';
import { EMPTY_VIEW, foldRun, type RunError, type RunTrace } from '../../run/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readJournalFile } from '../journalFiles.ts';

/** A run whose results are reused. */
export interface EarlierResults {
  readonly trace: RunTrace;
  /** The guessable secrets that it used. */
  readonly exposure: ReadonlySet<string>;
  readonly analysis: Analysis;
}

/** Reads the journal of a run whose results are reused. */
export async function readEarlier(io: CommandIo, name: string): Promise<Result<EarlierResults, RunError>> {
  const journal = await readJournalFile(io, name);
  if (!journal.ok) return journal;
  const analysis = analyzeRecorded(journal.value);
  const restored = await beginRun(effectiveWorkflow(analysis), journal.value.inputs);
  if (!restored.ok) return restored;
  const { events } = restored.value;
  const trace = { events, view: foldRun(EMPTY_VIEW, events) };
  return ok({ trace, exposure: readExposure(journal.value.inputs), analysis });
}
