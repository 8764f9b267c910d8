import { formatDuration, holdsWorkflow } from '../../model/index.ts';
import {
  DRILL_WORDS,
  type DrillCell,
  type Drilled,
  type DrillReport,
  type DrillVerdict,
  drill,
  playCell,
} from '../../proof/index.ts';
import type { RunEvent } from '../../run/index.ts';
import { CommandError } from '../arguments/CommandError.ts';
import { toPatternCommand } from '../arguments/toCommand.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { ImportReader } from '../given/ImportReader.ts';
import { printJson } from '../print/printResult.ts';
import { type FileReport, fileToJson, formatReports, toUnreadableReport } from '../print/reports.ts';
import { type Color, count, onOneLine } from '../print/terminal.ts';
import { findSources } from '../readFiles.ts';
import { DRILL, type DrillCommand } from './DRILL.ts';
import { readDrilled } from './readDrilled.ts';

/**
 * `signalbox drill`: each fault of each task of workflows, and of each call of the tools of their agents. Exit 0 where no cell has a verdict that the command fails on, 1 where one has and no
 * comment allows it, 2 where a file cannot be read, has errors, or cannot be played.
 */
export const drillCommand = toPatternCommand(DRILL, runDrillCommand);

async function runDrillCommand(io: CommandIo, command: DrillCommand): Promise<ExitCode> {
  const { files, unreadable } = await findSources(io, command.files);
  const reader = new ImportReader(io, command.files);
  const drilled: DrilledFile[] = [];
  const add = (file: DrilledFile): void => {
    drilled.push(file);
    if (!io.isJson) printFile(io, file, command);
  };
  for (const each of unreadable) add(broken(each.path, [toUnreadableReport(each)]));
  for (const found of files) {
    if (found.within !== null && !holdsWorkflow(found.path)) continue;
    if (io.signal.aborted) return 1;
    const read = await readDrilled(io, reader, { found, command });
    if (!read.ok) add(broken(found.path, read.error));
    else if (command.show !== null) return await showCell(io, read.value, command.show);
    else add({ path: found.path, report: await drill(read.value), wrong: [] });
  }
  if (io.isJson) printJson(io, { files: drilled.map(drilledToJson) });
  else printDrillSummary(io, drilled, command.failOn);
  if (drilled.length === 0 || drilled.some(isBroken)) return 2;
  return drilled.some(({ report }) => report.cells.some((cell) => failsOn(cell, command))) ? 1 : 0;
}

function broken(path: string, wrong: readonly FileReport[]): DrilledFile {
  return { path, report: { cells: [], unreached: [], unplayed: [] }, wrong };
}

function isBroken({ report, wrong }: DrilledFile): boolean {
  return wrong.length > 0 || report.unplayed.length > 0;
}

function printFile(io: CommandIo, file: DrilledFile, command: DrillCommand): void {
  io.printOut(...formatReports(file.wrong));
  if (file.wrong.length === 0) printDrill(io, file, command);
}

function drilledToJson({ path, report, wrong }: DrilledFile): object {
  const cells = report.cells.map((cell) => ({ ...cell, see: seeCommand(path, cell) }));
  return { path, ...report, cells, findings: wrong.map(fileToJson) };
}

/** The command that shows the run of a cell. */
function seeCommand(path: string, { place, fault }: Pick<DrillCell, 'place' | 'fault'>): string {
  return `signalbox drill ${path} --show ${place}:${fault}`;
}

/** Prints the run of one cell, a line for each event with its virtual time, or all its events as JSON. Exit 2 where there is no such cell. */
async function showCell(
  io: CommandIo,
  drilled: Drilled,
  { place, fault }: NonNullable<DrillCommand['show']>,
): Promise<ExitCode> {
  const run = await playCell(drilled, { place, fault });
  if (run === undefined)
    throw new CommandError(
      'UNKNOWN_NAME',
      `“${place}” has no fault “${fault}”. signalbox drill prints a table of all faults.`,
      { place: '--show' },
    );
  if (io.isJson) {
    const ids = [...drilled.analysis.graph.nodes.keys()];
    const task = ids.find((id) => id === place || place.startsWith(`${id}/`)) ?? place;
    printJson(io, { task, place, fault, events: run.events });
    return 0;
  }
  const start = run.events[0]?.at ?? 0;
  for (const [index, event] of run.events.entries()) {
    const mark = index === run.struckAt ? '!' : ' ';
    const time = formatDuration(event.at - start).padStart(8);
    io.printOut(`${mark} ${String(event.seq).padStart(4)} ${time}  ${onOneLine(describeEvent(event))}\n`);
  }
  return 0;
}

function describeEvent(event: RunEvent): string {
  const who = 'taskId' in event && event.taskId !== null ? ` ${event.taskId}` : '';
  switch (event.type) {
    case 'run.finished':
      return event.error === null
        ? `${event.type} ${event.status}`
        : `${event.type} ${event.status} ${event.error.code}: ${event.error.message}`;
    case 'task.failed':
    case 'task.retrying':
      return `${event.type}${who} ${event.error.code}: ${event.error.message}`;
    case 'edge.taken':
      return `${event.type}${who} ${event.via} → ${event.target}`;
    case 'effect.requested':
      return `${event.type}${who} ${event.name}`;
    case 'effect.completed':
      return `${event.type}${who} ${event.error === null ? 'answered' : event.error.code}`;
    default:
      return `${event.type}${who}`;
  }
}

const COLORS: Readonly<Record<DrillVerdict, Color>> = {
  handled: 'green',
  'as-written': 'green',
  unhandled: 'red',
  hangs: 'red',
  repeats: 'red',
  leaks: 'red',
};

/** Cells that differ in their fault alone. */
interface Row {
  readonly cell: DrillCell;
  readonly faults: string[];
}

/** Prints a table: a row for each place, verdict and reason, with the faults that it is of. */
function printDrill(io: CommandIo, { path, report }: DrilledFile, command: DrillCommand): void {
  const { cells, unreached, unplayed } = report;
  io.printOut(`${onOneLine(path)}\n`);
  const rows = toRows(cells);
  const width = Math.min(30, Math.max(0, ...rows.map(({ cell }) => cell.place.length)));
  for (const { cell, faults } of rows) {
    const [text, color] = [DRILL_WORDS[cell.verdict], COLORS[cell.verdict]];
    const place = `${onOneLine(path)}:${cell.at.line}:${cell.at.column}`;
    io.printOut(`  ${onOneLine(cell.place).padEnd(width)}  `, {
      color: cell.allowed === null ? color : 'yellow',
      text,
    });
    io.printOut(`  ${faults.map(onOneLine).join(', ')}\n`, { color: 'dim', text: `    ${place} ` });
    io.printOut(`${onOneLine(faults.length === 1 ? cell.why : withoutCode(cell))}\n`);
    if (cell.allowed !== null) io.printOut(`    Wanted: ${onOneLine(cell.allowed)}\n`);
    else if (failsOn(cell, command) && cell.fault !== 'none')
      io.printOut({ color: 'dim', text: `    See it: --show ${onOneLine(`${cell.place}:${cell.fault}`)}\n` });
  }
  if (cells.length === 0) io.printOut('  No task calls anything that could fail.\n');
  for (const { place, tool, at } of unreached) {
    const advice = tool === null ? 'Write a test that does.' : 'Write a test in which the model calls it.';
    io.printOut(`  ${onOneLine(path)}:${at.line}:${at.column} No run reaches “${onOneLine(place)}”. ${advice}\n`);
  }
  for (const { test, why } of unplayed) io.printOut(`  “${onOneLine(test)}” was not drilled. ${onOneLine(why)}\n`);
}

/** Prints how many faults were tried and how many of each bad verdict there are, on standard error. */
function printDrillSummary(io: CommandIo, files: readonly DrilledFile[], failOn: DrillCommand['failOn']): void {
  const cells = files.flatMap(({ report }) => report.cells);
  const counts = failOn.map((verdict) => {
    const own = cells.filter((cell) => cell.verdict === verdict);
    const wanted = own.filter(({ allowed }) => allowed !== null).length;
    return `${own.length - wanted} ${verdict}${wanted === 0 ? '' : ` (and ${wanted} wanted)`}`;
  });
  const broken = files.filter(({ wrong }) => wrong.length > 0).length;
  const unread = broken === 0 ? '' : `, ${count(broken, 'file')} with errors`;
  io.printError(`${count(cells.length, 'fault')}: ${counts.join(', ')}${unread}\n`);
}

function toRows(cells: readonly DrillCell[]): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const cell of cells) {
    const why = withoutCode(cell);
    const key = JSON.stringify([cell.place, cell.verdict, why, cell.allowed]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { cell, faults: [cell.fault] });
    else row.faults.push(cell.fault);
  }
  return [...rows.values()];
}

/** A reason that names the code it is about, for a row that has several of them. */
function withoutCode({ why, fault }: DrillCell): string {
  return why
    .split(' ')
    .map((word) => (word.replace(/[:,.]$/, '') === fault ? word.replace(fault, 'the error') : word))
    .join(' ');
}

/** A workflow that was drilled. */
interface DrilledFile {
  readonly path: string;
  readonly report: DrillReport;
  /** What is wrong in it, or in its tests: then it was not drilled. */
  readonly wrong: readonly FileReport[];
}

/** Whether a cell makes the command fail. */
function failsOn({ verdict, allowed }: DrillCell, { failOn }: Pick<DrillCommand, 'failOn'>): boolean {
  return allowed === null && failOn.includes(verdict);
}
