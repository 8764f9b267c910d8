import { err, isJsonObject, loadPatterns, messageOf, ok, ownValue, type Result } from '../../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../../check/index.ts';
import type { HostPorts } from '../../../effects/index.ts';
import { type Analysis, analyze } from '../../../graph/index.ts';
import {
  type Backtest,
  backtestRun,
  canPlay,
  explainUnproved,
  MergeProof,
  type TestPorts,
  tellProved,
} from '../../../proof/index.ts';
import { type JournaledRun, MOST_PLAYED } from '../journal/RunStore.ts';
import type {
  BacktestOutcome,
  BacktestRequest,
  BacktestRow,
  MergedRow,
  MergeProofRequest,
} from '../protocol/Backtests.ts';
import type { RunSummary } from '../protocol/protocol.ts';
import type { TestRun } from '../protocol/Tests.ts';
import { unwrap } from '../protocol/unwrap.ts';
import { analysisOf } from '../run/record/workflowOf.ts';
import type { History } from './History.ts';

/** Recorded runs of a file on another text, with what they were answered then: nothing is reached. What was read is kept for the next text. */
export class Backtests {
  readonly #history: History;
  readonly #ports: TestPorts;
  #path: string | null = null;
  readonly #runs = new Map<string, JournaledRun>();
  readonly #analyses = new Map<string, Analysis>();

  constructor(history: History, { runScript }: HostPorts) {
    this.#history = history;
    this.#ports = runScript === undefined ? {} : { runScript };
  }

  /** Plays the newest runs, the last one first. `deliver` is called with each as it comes, and says whether to continue. */
  async backtestRuns(
    request: BacktestRequest,
    deliver: (run: BacktestRow) => boolean | Promise<boolean>,
  ): Promise<BacktestOutcome> {
    await loadPatterns();
    const rows = await this.#list(request);
    const analysis = toAnalysis(request);
    const [newest] = rows;
    const last = newest === undefined ? null : await this.#read(newest);
    if (last === null || isSameText(last, analysis)) return 'current';
    if (blocksRun(checkAnalysis(analysis))) return 'broken';
    for (const row of rows) {
      const played = await this.#playRow(row, analysis);
      if (!(await deliver(played))) return 'stopped';
    }
    return 'played';
  }

  /** Plays one run and answers with what happened; null where it is no longer kept or cannot be played. */
  async playBacktest(request: BacktestRequest, runId: string): Promise<TestRun | null> {
    await loadPatterns();
    const recorded = unwrap(await this.#history.read(runId));
    if (recorded === null || explainUnplayed(recorded) !== null) return null;
    const { events } = await this.#backtest(recorded, toAnalysis(request));
    return { path: request.path, source: request.source, events: events.after };
  }

  /**
   * Plays the newest runs on a merged text and on both sides of it. `deliver` is called with each as it comes, and says whether to continue. The error
   * says why nothing is proved.
   */
  async playMerge(
    request: MergeProofRequest,
    deliver: (run: MergedRow) => boolean | Promise<boolean>,
  ): Promise<Result<null, string>> {
    await loadPatterns();
    const { path, texts, files, only } = request;
    const read = (text: string): Analysis => analyze(path, text, undefined, files);
    const [base, ours, theirs, merged] = [read(texts.base), read(texts.ours), read(texts.theirs), read(texts.merged)];
    const unproved = explainUnproved({ ours, theirs, merged });
    if (unproved !== null) return err(unproved);
    const proof = new MergeProof({ base: canPlay(base) ? base : null, ours, theirs, merged }, this.#ports);
    for (const row of await this.#list(request)) {
      if (only !== undefined && row.runId !== only) continue;
      const { events, ...proved } = await this.#proveRow(row, proof);
      const run = only === undefined || events === undefined ? proved : { ...proved, events };
      if (!(await deliver(run))) break;
    }
    return ok(null);
  }

  async #proveRow(row: RunSummary, proof: MergeProof): Promise<MergedRow> {
    const { runId, startedAt, status } = row;
    const nothing = { runId, startedAt, status, verdict: null };
    const recorded = await this.#read(row);
    const unplayed = recorded === null ? 'It is no longer kept.' : explainUnplayed(recorded);
    if (recorded === null || unplayed !== null) return { ...nothing, note: unplayed };
    try {
      const proved = await proof.prove({ analysis: this.#analysisOf(recorded), inputs: recorded.inputs });
      return { ...nothing, verdict: proved.verdict, note: tellProved(proved), events: proved.events };
    } catch (error) {
      return { ...nothing, note: describeUnplayable(error) };
    }
  }

  async #playRow(row: RunSummary, analysis: Analysis): Promise<BacktestRow> {
    const { runId, startedAt, status } = row;
    const nothing = { runId, startedAt, status, tasks: [], asks: [], note: null };
    const recorded = await this.#read(row);
    if (recorded === null) return { ...nothing, verdict: null, note: 'It is no longer kept.' };
    if (isSameText(recorded, analysis)) return { ...nothing, verdict: 'the same' };
    const reason = explainUnplayed(recorded);
    if (reason !== null) return { ...nothing, verdict: null, note: reason };
    try {
      const { verdict, tasks, asks, after, stop } = await this.#backtest(recorded, analysis);
      return { ...nothing, verdict, tasks, asks: asks.map(({ task }) => task), note: describeEnd(after, stop) };
    } catch (error) {
      return { ...nothing, verdict: null, note: describeUnplayable(error) };
    }
  }

  #backtest(recorded: JournaledRun, analysis: Analysis): Promise<Backtest> {
    const { inputs } = recorded;
    return backtestRun(analysis, { analysis: this.#analysisOf(recorded), inputs }, this.#ports);
  }

  /** What came from a file may be made up, and takes a reader of its own. */
  async #list({ path, runs }: Pick<BacktestRequest, 'path' | 'runs'>): Promise<readonly RunSummary[]> {
    const rows = await this.#history.list({ path, limit: 2 * runs });
    return rows
      .filter(({ isImported, importedFrom }) => isImported !== true && importedFrom === undefined)
      .slice(0, runs);
  }

  /** What ended stays as it is, so that it is read once. */
  async #read({ runId, path, status }: RunSummary): Promise<JournaledRun | null> {
    if (this.#path !== path) {
      this.#runs.clear();
      this.#analyses.clear();
      this.#path = path;
    }
    const known = this.#runs.get(runId);
    if (known !== undefined) return known;
    const read = unwrap(await this.#history.read(runId));
    if (read !== null && status !== 'running' && status !== 'interrupted') this.#runs.set(runId, read);
    return read;
  }

  /** Most runs of a file ran one of few texts. */
  #analysisOf(run: JournaledRun): Analysis {
    const { source, files = [] } = run.details;
    const key = JSON.stringify([source, ...files]);
    const known = this.#analyses.get(key) ?? analysisOf(run);
    this.#analyses.set(key, known);
    return known;
  }
}

function toAnalysis({ path, source, files }: BacktestRequest): Analysis {
  return analyze(path, source, undefined, files);
}

/** Whether a run ran this text, imports included. */
function isSameText({ details: { source, files = new Map() } }: JournaledRun, { syntax, imports }: Analysis): boolean {
  const texts = imports?.texts ?? new Map<string, string>();
  return (
    source === syntax.text && texts.size === files.size && [...texts].every(([path, text]) => files.get(path) === text)
  );
}

function explainUnplayed({ from, inputs }: JournaledRun): string | null {
  if (from > 0) return 'How it began is no longer kept.';
  return inputs.length > MOST_PLAYED ? 'It is too long to be played here: signalbox backtest plays it.' : null;
}

function describeUnplayable(error: unknown): string {
  return `It cannot be played: ${messageOf(error).replace(/\.$/, '')}.`;
}

function describeEnd({ error }: Backtest['after'], stop: Backtest['stop']): string | null {
  if (stop === 'ENDLESS') return 'It never ends.';
  if (stop === 'STUCK') return 'Nothing is left that could end it.';
  const message = isJsonObject(error) ? (ownValue(error, 'message') ?? null) : null;
  return typeof message === 'string' ? message : null;
}
