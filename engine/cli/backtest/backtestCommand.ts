import { err, isJsonObject, messageOf, ok, type Result, toText } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import { toTemplateWords } from '../../effects/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { formatDuration } from '../../model/index.ts';
import {
  type Backtest,
  type BacktestEnd,
  type BacktestVerdict,
  backtestRun,
  type OnMiss,
  tellChanges,
} from '../../proof/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { formatReport, toReports, toUnreadableReport } from '../print/reports.ts';
import { escapeControls, onOneLine, type Printed } from '../print/terminal.ts';
import { readArguments } from '../readArguments.ts';
import { readSource } from '../readFiles.ts';
import { toPatternCommand } from '../toCommand.ts';
import { type RunFile, readRuns, type UnreadRecord } from './readRuns.ts';

/**
 * `signalbox backtest`: plays recorded runs on the text as it is now. Exit 0 where all are the same, 1 where one is not, 2 where the workflow, or
 * a run, cannot be read.
 */
export const backtestCommand = toPatternCommand(parseBacktest, runBacktestCommand);

/** `signalbox backtest`. */
interface BacktestCommand {
  /** The workflow as it is now. */
  readonly file: string;
  /** Recorded runs, and folders that are searched for them. */
  readonly runs: readonly string[];
  readonly isJson: boolean;
  readonly onMiss: OnMiss;
}

const ON_MISS: readonly OnMiss[] = ['stop', 'error', 'simulate'];

/** Reads the arguments of `signalbox backtest`. Throws what {@link readArguments} throws. */
export function parseBacktest(args: readonly string[]): Result<BacktestCommand, string> {
  const { values, positionals } = readArguments(args, { json: { type: 'boolean' }, 'on-miss': { type: 'string' } });
  if (positionals.includes('')) return err('The name of a file is empty. Is a variable of your shell unset?');
  const [file, ...runs] = positionals;
  if (file === undefined || runs.length === 0)
    return err('A workflow and runs of it are needed. Use signalbox backtest FILE RUN|FOLDER…');
  const onMiss = ON_MISS.find((each) => each === (values['on-miss'] ?? 'stop'));
  if (onMiss === undefined)
    return err(`--on-miss takes stop, error or simulate, and not “${values['on-miss'] ?? ''}”.`);
  return ok({ file, runs, isJson: values.json ?? false, onMiss });
}

/** The same with arguments that were read. */
export async function runBacktestCommand(io: CommandIo, command: BacktestCommand): Promise<ExitCode> {
  const analysis = await readWorkflow(io, command.file);
  if (analysis === null) return 2;
  const tester = new Backtester(io, command, analysis);
  const runs: BacktestRow[] = [];
  const unread: UnreadRecord[] = [];
  for await (const read of readRuns(io, command.runs, command.file)) {
    if (io.signal.aborted) return 1;
    const played = read.ok ? await tester.play(read.value) : read.error;
    if ('message' in played) unread.push(played);
    else runs.push(played);
    if (command.isJson) continue;
    if ('message' in played) io.printError(`${onOneLine(played.name)}: ${onOneLine(played.message)}\n`);
    else io.printOut(...formatBacktest(played));
  }
  if (runs.length === 0 && unread.length === 0) {
    const message = `There is no run of ${command.file} here: no journal of signalbox run --journal, and no run that the app has exported.`;
    unread.push({ name: command.runs.join(' '), message });
    if (!command.isJson) io.printError(`${message}\n`);
  }
  if (command.isJson) io.printOut(`${escapeControls(toTemplateWords(toJson(command.file, runs, unread)))}\n`);
  else if (runs.length > 0) io.printError(formatSummary(runs));
  if (unread.length > 0) return 2;
  return runs.every(({ backtest }) => backtest.verdict === 'the same') ? 0 : 1;
}

/** The workflow as it is now; null where it cannot run, which is told. */
async function readWorkflow(io: CommandIo, file: string): Promise<Analysis | null> {
  const source = await readSource(io, file);
  if (!source.ok) {
    const { path, reports } = toUnreadableReport(source.error);
    for (const report of reports) io.printError(...formatReport(path, report));
    return null;
  }
  const analysis = await new ImportReader(io, [file]).analyze(source.value);
  const found = checkAnalysis(analysis);
  if (!blocksRun(found)) return analysis;
  const errors = found.filter(({ severity }) => severity === 'error');
  for (const report of toReports(source.value.text, errors)) io.printError(...formatReport(file, report));
  return null;
}

class Backtester {
  readonly #io: CommandIo;
  readonly #command: BacktestCommand;
  readonly #analysis: Analysis;
  /** Most runs of a workflow ran the same text. */
  readonly #recorded = new Map<string, Analysis>();

  constructor(io: CommandIo, command: BacktestCommand, analysis: Analysis) {
    this.#io = io;
    this.#command = command;
    this.#analysis = analysis;
  }

  async play(run: RunFile): Promise<BacktestRow | UnreadRecord> {
    const { runScript } = this.#io;
    const ports = runScript === undefined ? {} : { runScript };
    try {
      const recorded = { analysis: this.#analyze(run), inputs: run.inputs };
      const { events, ...backtest } = await backtestRun(this.#analysis, recorded, {
        ...ports,
        onMiss: this.#command.onMiss,
      });
      const [start] = events.before;
      return { name: run.name, runId: start?.type === 'run.started' ? start.runId : '', backtest };
    } catch (error) {
      const reason = messageOf(error);
      return { name: run.name, message: `This run cannot be played: ${reason.replace(/\.$/, '')}.` };
    }
  }

  #analyze({ path, source, files }: RunFile): Analysis {
    const key = JSON.stringify([path, source, files]);
    const known = this.#recorded.get(key) ?? analyze(path, source, undefined, new Map(files));
    this.#recorded.set(key, known);
    return known;
  }
}

function toJson(workflow: string, played: readonly BacktestRow[], unread: readonly UnreadRecord[]): string {
  const runs = played.map(({ name, runId, backtest }) => ({ path: name, run_id: runId, ...backtest }));
  const same = runs.filter(({ verdict }) => verdict === 'the same').length;
  return JSON.stringify({ workflow, runs, unread, same, different: runs.length - same }, null, 2);
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
  const told = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  return `${runs.length} run${runs.length === 1 ? '' : 's'}: ${told}\n`;
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
