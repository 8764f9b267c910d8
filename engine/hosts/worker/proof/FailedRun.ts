import { fitList, fitValue, SecretMask, toTasks } from '../../../authoring/index.ts';
import type { JsonObject } from '../../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../../check/index.ts';
import { analyze } from '../../../graph/index.ts';
import { backtestRun, recordCassette } from '../../../proof/index.ts';
import { EMPTY_VIEW, errorToJson, foldRun } from '../../../run/index.ts';
import { type JournaledRun, MOST_PLAYED } from '../journal/RunStore.ts';
import { analysisOf, workflowOf } from '../run/record/workflowOf.ts';
import type { TestHost } from './playTests.ts';
import type { ProofContext } from './saveRunAsTest.ts';

/** Longest value of a run that is told, in characters. */
const MOST_VALUE = 3_000;

/** How many tasks of a run are told, and in how many characters all together. */
const MOST_TASKS = 60;
const MOST_TOLD = 30_000;

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
    if (text === null) throw new Error('This run is no longer stored, so a model cannot look at it.');
    const read = await reader.read(text, runId);
    if (!read.ok) throw new Error(read.error);
    return new FailedRun(read.value);
  }

  /** How it ended and what its failed tasks were given, as data for a model, without the secrets that its files had in clear. */
  get evidence(): JsonObject {
    const { summary, details } = this.#run;
    const files = new Map([...(details.files ?? []), [summary.path, details.source]]);
    return JSON.parse(new SecretMask().mask(JSON.stringify(this.#tell()), files));
  }

  #tell(): JsonObject {
    const workflow = workflowOf(this.#run);
    const { events } = recordCassette(workflow, this.#run.inputs);
    const view = foldRun(EMPTY_VIEW, events);
    const ran = toTasks(workflow, view.tasks).filter(([, { status }]) => status !== 'skipped');
    // What it is asked about comes first, and is told whatever else there is no room for.
    const tasks = [...ran.filter(([, task]) => hasFailed(task)), ...ran.filter(([, task]) => !hasFailed(task))];
    const told = tasks.slice(0, MOST_TASKS).map(([id, task]): JsonObject => {
      const { status, error, retry_count: retries } = task;
      const row = { id, status: status ?? null, ...(typeof retries === 'number' && retries > 0 ? { retries } : {}) };
      if (!hasFailed(task)) return row;
      const input = fitValue(view.tasks.get(id)?.input ?? null, MOST_VALUE);
      return { ...row, error: fitValue(error ?? null, MOST_VALUE), input };
    });
    return {
      status: view.status,
      ...(view.error === null
        ? { output: fitValue(view.output, MOST_VALUE) }
        : { error: fitValue(errorToJson(view.error), MOST_VALUE) }),
      tasks: fitList(told, MOST_TOLD).shown,
    };
  }

  /** What becomes of it on texts, with the answers that it had; nothing is said where its workflow cannot run there. */
  async playOn(files: ReadonlyMap<string, string>, { ports }: Pick<TestHost, 'ports'>): Promise<JsonObject> {
    const { path } = this.#run.summary;
    const analysis = analyze(path, files.get(path) ?? '', undefined, files);
    const { inputs } = this.#run;
    if (inputs.length > MOST_PLAYED || !files.has(path) || blocksRun(checkAnalysis(analysis))) return {};
    const { verdict, after, asks } = await backtestRun(analysis, { analysis: analysisOf(this.#run), inputs }, ports);
    return {
      this_run: {
        verdict,
        status: after.status,
        ...(after.error === null ? {} : { error: after.error }),
        ...(asks.length === 0 ? {} : { would_ask_anew: asks.map(({ task }) => task) }),
      },
    };
  }
}

function hasFailed({ error }: JsonObject): boolean {
  return error !== null && error !== undefined;
}
