import { blocksRun, checkAnalysis } from '../../check/index.ts';
import { toTemplateWords } from '../../effects/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { backtestRun } from '../../proof/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { formatReport, toReports, toUnreadableReport } from '../print/reports.ts';
import { escapeControls, onOneLine } from '../print/terminal.ts';
import { readSource } from '../readFiles.ts';
import type { BacktestCommand } from './parseBacktest.ts';
import { type BacktestRow, formatBacktest, formatSummary } from './printBacktest.ts';
import { type RunFile, readRuns, type UnreadRecord } from './readRuns.ts';

/**
 * `signalbox backtest`: plays recorded runs on the text as it is now. Exit 0 where all are the same, 1 where one is not, 2 where the workflow, or
 * a run, cannot be read.
 */
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
      const reason = error instanceof Error ? error.message : String(error);
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
