import { err, isJsonObject, type JsonObject, type Result, toText } from '../../base/index.ts';
import { checkAnalysis } from '../../check/index.ts';
import { toTemplateWords } from '../../effects/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { formatDuration } from '../../model/index.ts';
import { type Backtest, type BacktestEnd, type BacktestVerdict, backtestRun, tellChanges } from '../../proof/index.ts';
import { defineArguments, type Parsed } from '../arguments/Arguments.ts';
import { CommandError, unreadable } from '../arguments/CommandError.ts';
import { misuse, usual, word } from '../arguments/options.ts';
import { toPatternCommand } from '../arguments/toCommand.ts';
import { type CommandIo, type ExitCode, scriptPort } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { printJson } from '../print/printResult.ts';
import { formatReports, toReports } from '../print/reports.ts';
import { count, onOneLine, type Printed, toPlain } from '../print/terminal.ts';
import { readSource } from '../readFiles.ts';
import { analyzeRun, playRecord, readRuns, type UnreadRecord } from './readRuns.ts';

const BACKTEST = defineArguments(
  'backtest',
  { onMiss: usual(word('stop', 'error', 'simulate'), 'stop') },
  ({ onMiss }, [file, ...runs]) => {
    if (file === undefined || runs.length === 0)
      throw misuse('A workflow and runs of it are needed. Use signalbox backtest FILE RUN|FOLDER…');
    return { file, runs, onMiss };
  },
);

type BacktestCommand = Parsed<typeof BACKTEST>;

/**
 * `signalbox backtest`: plays recorded runs on the text as it is now. Exit 0 where all are the same, 1 where one is not, 2 where the workflow, or
 * a run, cannot be read.
 */
export const backtestCommand = toPatternCommand(BACKTEST, runBacktestCommand);

/** The same with arguments that were read. */
export async function runBacktestCommand(io: CommandIo, command: BacktestCommand): Promise<ExitCode> {
  const all: BacktestResult[] = [];
  for await (const result of playRecords(io, command)) {
    if (io.signal.aborted) return 1;
    all.push(result);
    if (io.isJson) continue;
    if (result.ok) io.printOut(...formatBacktest(result.value));
    else io.printError(`${onOneLine(result.error.name)}: ${onOneLine(result.error.message)}\n`);
  }
  const runs = all.flatMap((each) => (each.ok ? [each.value] : []));
  if (io.isJson) printJson(io, recordsToJson(command.file, all));
  else if (runs.length > 0) io.printError(formatSummary(runs));
  if (runs.length < all.length) return 2;
  return runs.every(({ backtest }) => backtest.verdict === 'the same') ? 0 : 1;
}

/** A run that was played, or why it was not. */
type BacktestResult = Result<BacktestRow, UnreadRecord>;

/** Plays runs one after the other. Throws a `CommandError` where the workflow cannot run. */
async function* playRecords(io: CommandIo, command: BacktestCommand): AsyncGenerator<BacktestResult> {
  const { file, onMiss } = command;
  const analysis = await readWorkflow(io, file);
  const known = new Map<string, Analysis>();
  let isEmpty = true;
  for await (const read of readRuns(io, command.runs, file)) {
    isEmpty = false;
    yield read.ok
      ? await playRecord(read.value, async (run) => {
          const recorded = { analysis: analyzeRun(run, known), inputs: run.inputs };
          const { events, ...backtest } = await backtestRun(analysis, recorded, { ...scriptPort(io), onMiss });
          const [start] = events.before;
          return { name: run.name, runId: start?.type === 'run.started' ? start.runId : '', backtest };
        })
      : read;
  }
  const message = `There is no run of ${file} here: no journal of signalbox run --journal, and no run that the app has exported.`;
  if (isEmpty) yield err({ name: command.runs.join(' '), message });
}

/** The workflow as it is now. */
async function readWorkflow(io: CommandIo, file: string): Promise<Analysis> {
  const source = await readSource(io, file);
  if (!source.ok) throw unreadable(source.error);
  const analysis = await new ImportReader(io, [file]).analyze(source.value);
  const errors = checkAnalysis(analysis).filter(({ severity }) => severity === 'error');
  const reports = toReports(source.value.text, errors);
  if (reports.length === 0) return analysis;
  const lines = toPlain(formatReports([{ path: file, reports }])).trimEnd();
  throw new CommandError('INVALID_FILE', lines, { place: file, next: `signalbox check ${file}` });
}

/** What runs came to, as JSON has it, with the templates of secrets in the place of these. */
function recordsToJson(workflow: string, all: readonly BacktestResult[]): JsonObject {
  const unread = all.flatMap((each) => (each.ok ? [] : [{ code: 'UNREADABLE_FILE', ...each.error }]));
  const runs = all.flatMap((each) =>
    each.ok ? [{ path: each.value.name, run_id: each.value.runId, ...each.value.backtest }] : [],
  );
  const same = runs.filter(({ verdict }) => verdict === 'the same').length;
  return JSON.parse(toTemplateWords(JSON.stringify({ workflow, runs, unread, same, different: runs.length - same })));
}

/** A run that was played. */
interface BacktestRow {
  readonly name: string;
  readonly runId: string;
  readonly backtest: Omit<Backtest, 'events'>;
}

/** More tasks than this are counted. */
const MOST_TASKS = 8;

/** A line for a run; below one that is not the same, in what it differs. */
function formatBacktest({ name, backtest }: BacktestRow): readonly Printed[] {
  const { verdict, before, after, tasks, asks, stop } = backtest;
  const isSame = verdict === 'the same';
  const lines: string[] = [];
  if (!isSame && (before.status !== after.status || stop !== null))
    lines.push(`ended with ${describeEnd(before)}; now ${describeStop(stop) ?? describeEnd(after)}`);
  for (const { task, request, before: asked } of asks) {
    lines.push(
      asked === null
        ? `${task} would ask ${short(JSON.stringify(request))}, and asked nothing there`
        : `${task} would ask for something else: ${tellChanges(asked, request)}`,
    );
  }
  for (const { task, differences } of tasks.slice(0, MOST_TASKS)) lines.push(`${task}: ${differences.join(', ')}`);
  if (tasks.length > MOST_TASKS) lines.push(`and ${tasks.length - MOST_TASKS} more tasks`);
  const time = ` (${formatDuration(after.duration)})\n`;
  const more = lines.map((line) => `  ${onOneLine(line)}\n`).join('');
  return [
    { color: isSame ? 'green' : 'red', text: verdict },
    ` ${onOneLine(name)}`,
    { color: 'dim', text: time },
    more,
  ];
}

/** How many runs came to what. */
function formatSummary(runs: readonly BacktestRow[]): string {
  const counts = new Map<BacktestVerdict, number>();
  for (const { backtest } of runs) counts.set(backtest.verdict, (counts.get(backtest.verdict) ?? 0) + 1);
  const told = [...counts].map(([verdict, number]) => `${number} ${verdict}`).join(', ');
  return `${count(runs.length, 'run')}: ${told}\n`;
}

function describeEnd({ status, error }: BacktestEnd): string {
  return isJsonObject(error) ? `${status} ${toText(error['code'] ?? '')}` : status;
}

function describeStop(stop: BacktestRow['backtest']['stop']): string | null {
  if (stop === 'ENDLESS') return 'it never seems to end';
  return stop === 'STUCK' ? 'nothing is left that could happen' : null;
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
