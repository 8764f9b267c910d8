import { fitValue, toTasks } from '../../../authoring/index.ts';
import type { JsonObject } from '../../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../../check/index.ts';
import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import { backtestRun, recordCassette } from '../../../proof/index.ts';
import { EMPTY_VIEW, errorToJson, foldRun } from '../../../run/index.ts';
import type { JournaledRun } from '../journal/RunStore.ts';
import type { TestHost } from './playTests.ts';
import type { ProofContext } from './saveRunAsTest.ts';

/** Longest value of a run that is told, in characters. */
const MOST_VALUE = 3_000;

/** How many tasks of a run are told. */
const MOST_TASKS = 60;

/** A recorded run that a request is about: what it gave, and what becomes of it on other texts. */
export class FailedRun {
  readonly #run: JournaledRun;

  private constructor(run: JournaledRun) {
    this.#run = run;
  }

  /** Rejects with a message for the user where it is not there any more, or cannot be read. */
  static async read(
    runId: string,
    { exportRun, reader }: Pick<ProofContext, 'exportRun' | 'reader'>,
  ): Promise<FailedRun> {
    const text = await exportRun(runId);
    if (text === null) throw new Error('This run is no longer stored, so nothing can be said of it.');
    const read = await reader.read(text, runId);
    if (!read.ok) throw new Error(read.error);
    return new FailedRun(read.value);
  }

  /** How it ended and what its failed tasks were given, as data for a model. What is recorded holds no secrets. */
  get evidence(): JsonObject {
    const { events } = recordCassette(effectiveWorkflow(this.#analysis), this.#run.inputs);
    const view = foldRun(EMPTY_VIEW, events);
    const tasks = toTasks(effectiveWorkflow(this.#analysis), view.tasks).filter(
      ([, { status }]) => status !== 'skipped',
    );
    return {
      status: view.status,
      ...(view.error === null ? { output: fitValue(view.output, MOST_VALUE) } : { error: errorToJson(view.error) }),
      tasks: tasks.slice(0, MOST_TASKS).map(([id, { status, error, retry_count: retries }]): JsonObject => {
        const hasFailed = error !== null && error !== undefined;
        const told = { id, status: status ?? null, ...(typeof retries === 'number' && retries > 0 ? { retries } : {}) };
        if (!hasFailed) return told;
        return { ...told, error, input: fitValue(view.tasks.get(id)?.input ?? null, MOST_VALUE) };
      }),
    };
  }

  /** What becomes of it on texts, with the answers that it had; nothing is said where its workflow cannot run there. */
  async playOn(files: ReadonlyMap<string, string>, { ports }: Pick<TestHost, 'ports'>): Promise<JsonObject> {
    const { path } = this.#run.summary;
    const analysis = analyze(path, files.get(path) ?? '', undefined, files);
    if (!files.has(path) || blocksRun(checkAnalysis(analysis))) return {};
    const { inputs } = this.#run;
    const { verdict, after, asks } = await backtestRun(analysis, { analysis: this.#analysis, inputs }, ports);
    return {
      this_run: {
        verdict,
        status: after.status,
        ...(after.error === null ? {} : { error: after.error }),
        ...(asks.length === 0 ? {} : { would_ask_anew: asks.map(({ task }) => task) }),
      },
    };
  }

  get #analysis() {
    const { summary, details } = this.#run;
    return analyze(summary.path, details.source, undefined, details.files ?? new Map());
  }
}
