import { ownText } from '../../../author/index.ts';
import { BUDGET, budgetOf, findFile, fitList, fitValue, type ToolAnswer, toTasks } from '../../../authoring/index.ts';
import { err, type Json, type JsonObject, messageOf, ok, type Result } from '../../../base/index.ts';
import { analyze, effectiveWorkflow } from '../../../graph/index.ts';
import { recordCassette } from '../../../proof/index.ts';
import { EMPTY_VIEW, errorToJson, foldRun, type RunView } from '../../../run/index.ts';
import { type RunFile, readRun, readRuns } from '../../backtest/readRuns.ts';
import type { McpTool, ToolContext } from '../McpTool.ts';

/** Most recorded runs that are looked at in one call. */
const MOST_RUNS = 200;

/** `runs`: the recorded runs of the workspace, and what happened in one. */
export const runsTool: McpTool = {
  name: 'runs',
  title: 'Find and read recorded runs',
  about:
    'The recorded runs of a workflow in the workspace (journals of signalbox run --journal, runs that the app exported) with how they ended; or, with run, its tasks; with task, the input and output of that task.',
  input: {
    properties: {
      path: { type: 'string', description: 'the workflow whose runs are listed' },
      run: { type: 'string', description: 'the file of one run' },
      task: { type: 'string', description: 'a task of that run' },
      budget: BUDGET,
    },
  },
  isReading: true,
  answer: (args, context) =>
    typeof args['run'] === 'string' ? readOne(args['run'], args, context) : listAll(args, context),
};

async function listAll(args: JsonObject, context: ToolContext): Promise<ToolAnswer> {
  const { io } = context;
  const found = await findFile(context, args);
  if (!found.ok) return { says: {}, findings: found.error };
  const rows: JsonObject[] = [];
  let hasMore = false;
  for await (const run of readRuns(io, ['.'], found.value.path)) {
    if (rows.length >= MOST_RUNS) {
      hasMore = true;
      break;
    }
    if (run.ok) rows.push(summarize(run.value));
  }
  const { shown, left } = fitList(rows, budgetOf(args));
  const more = hasMore ? `more than ${MOST_RUNS} runs` : `${left} runs`;
  return {
    says: { runs: rows.length, ...(left > 0 || hasMore ? { left_out: `${more}: give a larger budget` } : {}) },
    fromFiles: shown,
  };
}

async function readOne(name: string, args: JsonObject, { io, folder }: ToolContext): Promise<ToolAnswer> {
  const place = await folder.placeOf(name, 'run');
  if (!place.ok) return { says: {}, findings: [place.error] };
  const run = await readRun(io, name);
  const view = run.ok ? viewOf(run.value) : err(run.error.message);
  if (!run.ok || !view.ok) {
    const message = view.ok ? 'This is not a recorded run.' : view.error;
    return {
      says: {},
      findings: [{ code: 'UNREADABLE_RUN', place: 'run', message, next: 'Use runs with path to see them.' }],
    };
  }
  const { path, source, files } = run.value;
  const analysis = analyze(path, source, undefined, new Map(files));
  const tasks = toTasks(effectiveWorkflow(analysis), view.value.tasks).filter(
    ([, task]) => task['status'] !== 'skipped',
  );
  const budget = budgetOf(args);
  if (args['task'] === undefined) {
    const rows = tasks.map(([id, { status = null, duration = null }]): JsonObject => ({ id, status, ms: duration }));
    const { shown, left } = fitList(rows, budget);
    return {
      says: { status: view.value.status, ...(left > 0 ? { left_out: `${left} tasks` } : {}) },
      fromFiles: { ...summarize(run.value), output: fitValue(view.value.output, Math.floor(budget / 2)), tasks: shown },
    };
  }
  const entry = tasks.find(([id]) => id === args['task']);
  if (entry === undefined) {
    const names = tasks.map(([id]) => id).join(', ');
    return {
      says: {},
      findings: [
        { code: 'UNKNOWN_TASK', place: 'task', message: 'This task did not run.', next: `These did: ${names}.` },
      ],
    };
  }
  const input: Json = view.value.tasks.get(entry[0])?.input ?? null;
  return {
    says: { task: ownText(args, 'task') },
    fromFiles: { input: fitValue(input, budget), ...fitAll(entry[1], budget) },
  };
}

function fitAll(task: JsonObject, budget: number): JsonObject {
  return Object.fromEntries(Object.entries(task).map(([key, value]) => [key, fitValue(value, budget)] as const));
}

function summarize(run: RunFile): JsonObject {
  const view = viewOf(run);
  if (!view.ok) return { file: run.name, unreadable: view.error };
  const { status, runId, error } = view.value;
  return { file: run.name, run_id: runId, status, ...(error === null ? {} : { error: errorToJson(error) }) };
}

/** The run as its inputs play it again. What is no run of this machine is refused. */
function viewOf({ path, source, files, inputs }: RunFile): Result<RunView, string> {
  try {
    const analysis = analyze(path, source, undefined, new Map(files));
    return ok(foldRun(EMPTY_VIEW, recordCassette(effectiveWorkflow(analysis), inputs).events));
  } catch (error) {
    return err(messageOf(error));
  }
}
