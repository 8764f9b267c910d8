import { DRILL_WORDS, type DrillCell, type DrillVerdict } from '../../proof/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { type Color, onOneLine } from '../print/terminal.ts';
import { type DrilledFile, failsOn } from './DrilledFile.ts';
import type { DrillCommand } from './parseDrill.ts';

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
export function printDrill(io: CommandIo, { path, report }: DrilledFile, command: DrillCommand): void {
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
export function printDrillSummary(io: CommandIo, files: readonly DrilledFile[], failOn: DrillCommand['failOn']): void {
  const cells = files.flatMap(({ report }) => report.cells);
  const counts = failOn.map((verdict) => {
    const own = cells.filter((cell) => cell.verdict === verdict);
    const wanted = own.filter(({ allowed }) => allowed !== null).length;
    return `${own.length - wanted} ${verdict}${wanted === 0 ? '' : ` (and ${wanted} wanted)`}`;
  });
  const broken = files.filter(({ wrong }) => wrong.length > 0).length;
  const unread = broken === 0 ? '' : `, ${broken} ${broken === 1 ? 'file' : 'files'} with errors`;
  io.printError(`${cells.length} ${cells.length === 1 ? 'fault' : 'faults'}: ${counts.join(', ')}${unread}\n`);
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
