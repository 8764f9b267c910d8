import { checkFile, type Finding } from '../../author/index.ts';
import { err, isJsonObject, type Json, type JsonObject, ok } from '../../base/index.ts';
import { blocksRun } from '../../check/index.ts';
import { type Analysis, analyze, effectiveWorkflow } from '../../graph/index.ts';
import { type GivenCassette, type PlayedTest, runTest, simulatedTest, type TestPorts } from '../../proof/index.ts';
import { errorToJson } from '../../run/index.ts';
import { findNamed, readTestFile, type TestCase } from '../../testFile/index.ts';
import type { AuthorContext, AuthorTool, ToolAnswer } from './AuthorTool.ts';
import { BUDGET, budgetOf, fitList, fitValue } from './budget.ts';
import { findFile, PATH, PROPOSAL } from './findFile.ts';
import { toFindings } from './toFindings.ts';
import { toTasks } from './toTasks.ts';

/** `run`: a run of a workflow that reaches nothing. */
export const runTool: AuthorTool = {
  name: 'run',
  title: 'Run without reaching anything',
  about:
    'Runs a workflow on a virtual clock, without network, files or secrets. Calls are answered by answers as test files have them, else by a recorded run, else made up from their schemas; made_up says which tasks. Says how each task ended, with its output.',
  input: {
    properties: {
      path: PATH,
      input: { description: 'what the run is given; made up from its schema when absent' },
      answers: {
        type: 'object',
        description:
          'by task, such as {"fetch": {"output": {"n": 1}}}, {"fetch": {"error": {"code": "TIMEOUT_ERROR"}}}',
      },
      signals: { type: 'array', description: 'such as [{"name": "approved", "at": "1h"}]' },
      env: { type: 'object', description: 'variables by name: values of your own, never secrets' },
      recorded: {
        type: 'string',
        description: 'a recorded run of the workspace, as runs gives it, whose calls answer',
      },
      seed: { type: 'integer', minimum: 0 },
      proposal: PROPOSAL,
      budget: BUDGET,
    },
    required: ['path'],
  },
  isReading: true,
  answer: runWorkflow,
};

async function runWorkflow(args: JsonObject, context: AuthorContext): Promise<ToolAnswer> {
  const found = await findFile(context, args);
  if (!found.ok) return { says: {}, findings: found.error };
  const { path, text, files } = found.value;
  const problems = checkFile(files, path);
  if (blocksRun(problems)) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    const message = 'The workflow has errors and cannot run.';
    const finding = {
      code: 'HAS_ERRORS',
      place: 'path',
      message,
      next: 'Propose what corrects from_files, then run it.',
    };
    return { says: {}, findings: [finding], fromFiles: fitList(toFindings(files, path, errors), budgetOf(args)).shown };
  }
  const analysis = analyze(path, text, undefined, files);
  const test = await readTest(args, analysis, context);
  if (!('test' in test)) return test;
  const played = await playOn(analysis, test, context.ports);
  return report(analysis, played, args);
}

interface GivenTest {
  readonly test: TestCase;
  readonly cassette: GivenCassette | undefined;
}

/** The arguments as a test of a test file: read, and refused, in the words of those. */
async function readTest(
  args: JsonObject,
  analysis: Analysis,
  { readRecorded }: AuthorContext,
): Promise<GivenTest | ToolAnswer> {
  const { recorded } = args;
  const keys = ['input', 'answers', 'signals', 'env', 'seed'].flatMap((key) =>
    args[key] === undefined ? [] : [[key, args[key]] as const],
  );
  const written = {
    name: 'run',
    ...Object.fromEntries(keys),
    ...(recorded === undefined ? {} : { cassette: recorded }),
  };
  const { file, findings } = readTestFile(JSON.stringify({ tests: [written] }));
  const cassette =
    typeof recorded === 'string'
      ? ((await readRecorded?.(recorded, { file, findings })) ?? err(NO_RECORDED))
      : ok(undefined);
  if (!cassette.ok) return { says: {}, findings: [cassette.error] };
  const [test] = file.tests;
  if (findings.all.length > 0 || test === undefined) {
    const wrong = findings.all.map(({ code, message }) => ({
      code,
      place: 'answers',
      message,
      next: 'Write it as a test file has it.',
    }));
    return { says: {}, findings: wrong };
  }
  const own = args['input'] === undefined && recorded === undefined ? { input: simulatedTest(analysis, {}).input } : {};
  return { test: { ...test, ...own }, cassette: cassette.value };
}

const NO_RECORDED: Finding = {
  code: 'UNKNOWN_RUN',
  place: 'recorded',
  message: 'There are no recorded runs here.',
  next: 'Omit recorded, and give answers.',
};

interface Played {
  readonly played: PlayedTest;
  /** Tasks whose answers were made up. */
  readonly madeUp: readonly string[];
}

/** Plays a test again and again, each time with one more task whose answers are made up, until each call has an answer. */
async function playOn(analysis: Analysis, { test, cassette }: GivenTest, ports: TestPorts): Promise<Played> {
  const { findings } = readTestFile('tests: []');
  const madeUp: string[] = [];
  for (;;) {
    const own = { ...test, answers: withMadeUp(analysis, test.answers, madeUp) };
    const subject = { analysis, test: own, findings, ...(cassette === undefined ? {} : { cassette }) };
    const { played } = await runTest(subject, ports);
    const { stop } = played;
    if (stop?.code !== 'UNANSWERED' || stop.task === null || madeUp.includes(stop.task)) return { played, madeUp };
    madeUp.push(stop.task);
  }
}

/** Made up is what comes after the answers that a task has. */
function withMadeUp(analysis: Analysis, given: TestCase['answers'], madeUp: readonly string[]): TestCase['answers'] {
  const idOf = (task: string): string | undefined => findNamed(analysis.graph, task)?.id;
  const others = given.filter(({ task }) => !madeUp.includes(idOf(task) ?? ''));
  const simulated = madeUp.map((task) => {
    const known = given.findLast((each) => idOf(each.task) === task)?.answers ?? [];
    return { task, answers: [...known, { kind: 'simulate' as const, path: [] }], path: [] };
  });
  return [...others, ...simulated];
}

function report(analysis: Analysis, { played, madeUp }: Played, args: JsonObject): ToolAnswer {
  const { view, stop } = played;
  const budget = budgetOf(args);
  const tasks = toTasks(effectiveWorkflow(analysis), view.tasks)
    .filter(([, task]) => task['status'] !== 'skipped')
    .map(
      ([id, { status, duration, retry_count: retries, output = null, error = null }]): JsonObject => ({
        id,
        status: status ?? null,
        ms: duration ?? null,
        ...(typeof retries === 'number' && retries > 0 ? { retries } : {}),
        ...(isJsonObject(error) ? { error } : { output: fitValue(output, Math.floor(budget / 4)) }),
      }),
    );
  const { shown, left } = fitList(tasks, budget);
  const error: Json = view.error === null ? null : errorToJson(view.error);
  return {
    says: {
      status: view.status,
      ...(stop === null ? {} : { stopped: stop.code }),
      ...(madeUp.length > 0 ? { made_up: madeUp } : {}),
      ...(left > 0 ? { left_out: `${left} tasks: give a larger budget` } : {}),
    },
    fromFiles: {
      output: fitValue(view.output, budget),
      ...(error === null ? {} : { error }),
      ...(stop === null ? {} : { stopped: stop.message }),
      tasks: shown,
    },
  };
}
