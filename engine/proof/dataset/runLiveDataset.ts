import { isJsonObject, type Json, type JsonObject, layOver, toData, toText } from '../../base/index.ts';
import { compileData, evaluateCompiled } from '../../expression/index.ts';
import { EMPTY_VIEW } from '../../run/index.ts';
import type { Answer, TaskAnswers, TestCase } from '../../testFile/index.ts';
import { judgeTest } from '../judge/judgeTest.ts';
import type { LiveFile } from '../play/giveLive.ts';
import type { LiveAnswers } from '../play/LiveAnswers.ts';
import { type PlayedTest, playTest } from '../play/playTest.ts';
import type { TestPorts } from '../play/TestCalls.ts';
import type { DatasetSubject } from './changeWorkflow.ts';
import { type Grid, type GridCell, summarizeCells } from './Grid.ts';
import { scoreRun, usageOf } from './scoreRun.ts';

/** Plays the rows of a dataset with what answers the calls of its file: see {@link runDataset}. Without the values of secrets. */
export async function runLiveDataset(
  subject: DatasetSubject,
  live: LiveFile,
  ports: Omit<DatasetPorts, 'answers' | 'prices'>,
): Promise<Grid> {
  const { answers, prices } = live;
  return concealGrid(await runDataset(takeLive(subject, live), { ...ports, answers, prices }), live);
}

/** A dataset with the variables of its file below its own. */
export function takeLive(subject: DatasetSubject, { env }: Pick<LiveFile, 'env'>): DatasetSubject {
  const { dataset } = subject;
  const test = { ...dataset.test, env: layOver(env, dataset.test.env) };
  return { ...subject, dataset: { ...dataset, test } };
}

/** Answers are masked as they come; what templates make of a variable is masked here. */
function concealGrid(grid: Grid, { conceal }: LiveFile): Grid {
  const cells = grid.cells.map((cell) => ({
    ...cell,
    output: conceal(cell.output),
    failures: cell.failures.map((failure) => ({
      ...failure,
      message: toText(conceal(failure.message)),
      expected: conceal(failure.expected),
      actual: conceal(failure.actual),
    })),
  }));
  return { ...grid, cells };
}

/** What a host gives to datasets. */
interface DatasetPorts extends Omit<TestPorts, 'live' | 'cassette'> {
  /** Answers the calls of `live` and of judges. */
  readonly answers: LiveAnswers;
  /** How many cells are played at a time; 1 when absent. More helps where answers are waited for. */
  readonly width?: number;
  /** Whether to continue: false omits what is left. */
  readonly goesOn?: () => boolean;
  /** Notified of each cell as it has been played, in any order, with its run. */
  readonly onCell?: (cell: GridCell, played: PlayedTest) => void | Promise<void>;
}

/** Plays the rows of a dataset under each variant. The same for the same texts and answers, whatever the order. Patterns must be loaded. */
export async function runDataset(subject: DatasetSubject, ports: DatasetPorts): Promise<Grid> {
  const { dataset, findings, cases, variants } = subject;
  const places = cases.flatMap((_, index) => variants.map((__, variant): CellPlace => ({ case: index, variant })));
  const cells = new Map<CellPlace, GridCell>();
  const queue = places.values();
  const work = async (): Promise<void> => {
    for (const place of queue) {
      if (ports.goesOn?.() === false) return;
      const { cell, played } = await playGridCell(subject, place, ports);
      cells.set(place, cell);
      await ports.onCell?.(cell, played);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, ports.width ?? 1) }, work));
  const grid = {
    name: dataset.test.name,
    at: findings.placeOf([...dataset.test.path, 'name']),
    cases,
    variants: variants.map(({ name }) => name),
    scores: dataset.scores.map(({ name, least }) => ({ name, least })),
    cells: places.flatMap((place) => cells.get(place) ?? []),
  };
  return { ...grid, summaries: summarizeCells(grid) };
}

/** A row and a variant, by their numbers. */
interface CellPlace {
  readonly case: number;
  readonly variant: number;
}

/** Plays one cell. Throws a `RangeError` where there is none. */
export async function playGridCell(
  { dataset, findings, analysis: usual, cases, variants }: DatasetSubject,
  place: CellPlace,
  { answers, ...given }: DatasetPorts,
): Promise<{ readonly cell: GridCell; readonly played: PlayedTest }> {
  const found = cases[place.case];
  const variant = variants[place.variant];
  if (found === undefined || variant === undefined) throw new RangeError('There is no such cell');
  const run = answers.forRun();
  const judged = answers.forRun();
  const ports = { ...given, live: run.answer };
  const { test, played } = await playRow(
    { test: dataset.test, ports, analysis: variant.analysis },
    found.row,
    place.case,
  );
  // Places are those of the workflow as it is.
  const { passed, status, duration, steps, failures } = judgeTest(usual, test, played, findings);
  const { scores, judging } = await scoreRun(dataset.scores, {
    test,
    played,
    judges: variant.judges,
    ports: { ...given, live: judged.answer },
  });
  const cell = {
    ...place,
    passed,
    status,
    output: played.view.output,
    scores,
    usage: usageOf(played),
    judging,
    duration,
    steps,
    asked: run.countAsked() + judged.countAsked(),
    failures,
  };
  return { cell, played };
}

async function playRow(
  {
    test,
    ports,
    analysis,
  }: { readonly test: TestCase; readonly ports: TestPorts; readonly analysis: DatasetSubject['analysis'] },
  row: Parameters<typeof fillTest>[1],
  index: number,
): Promise<{ readonly test: TestCase; readonly played: PlayedTest }> {
  try {
    const filled = fillTest(test, row, index);
    return { test: filled, played: await playTest(analysis, filled, ports) };
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    const message = `A template cannot be filled in for this row: ${error.message}`;
    const stop = { code: 'INPUT', message, task: null } as const;
    const own = { ...test, row: { value: row, index } };
    return { test: own, played: { events: [], inputs: [], view: EMPTY_VIEW, branches: new Map(), stop } };
  }
}

/** A template that fails for a row. */
class RowError extends Error {}

/** A test of a dataset with the templates in its input, variables, answers and signals filled in from a row. Throws {@link RowError}. */
function fillTest(test: TestCase, row: Json, index: number): TestCase {
  const fill = (value: Json): Json => fillValue(value, row, index);
  return {
    ...test,
    input: fill(test.input),
    env: toMap(fill(test.env)),
    answers: test.answers.map(
      (task): TaskAnswers => ({ ...task, answers: task.answers.map((each) => fillAnswer(each, fill)) }),
    ),
    signals: test.signals.map((signal) => ({ ...signal, payload: fill(signal.payload) })),
    row: { value: row, index },
  };
}

function fillAnswer(answer: Answer, fill: (value: Json) => Json): Answer {
  if (answer.kind === 'output') return { ...answer, output: fill(answer.output) };
  if (answer.kind === 'tools')
    return { ...answer, toolCalls: answer.toolCalls.map(({ name, input }) => ({ name, input: fill(input) })) };
  if (answer.kind !== 'error') return answer;
  const { code, message, details } = answer.error;
  return { ...answer, error: { code, message: toText(fill(message)), details: toMap(fill(details)) } };
}

function fillValue(value: Json, row: Json, index: number): Json {
  const root = (name: string): Json | undefined => (name === 'row' ? row : name === 'index' ? index : undefined);
  const filled = evaluateCompiled(compileData(toData(value)), { root, now: () => 0, random: () => 0 });
  if (!filled.ok) throw new RowError(filled.error.message);
  return filled.value.value;
}

function toMap(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
