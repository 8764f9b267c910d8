import { cpus } from 'node:os';
import { formatRatio, type Row } from './Row.ts';

const HEAD = ['What', 'Ours', 'Peer or floor', 'Theirs', 'Ratio', 'Promise', ''] as const;

/** The rows as a Markdown table whose columns line up in plain text too. */
export function formatTable(rows: readonly Row[]): string {
  return formatLines([HEAD, ...rows.map(cellsOf)]);
}

function formatLines(lines: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0), 3));
  const format = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  return [format(head), format(widths.map((width) => '-'.repeat(width))), ...body.map(format)].join('\n');
}

function cellsOf({ what, ours, peer, theirs, ratio, bound, isKept }: Row): readonly string[] {
  return [what, ours, peer, theirs, formatRatio(ratio), bound, isKept === null ? '' : isKept ? 'ok' : 'MISSED'];
}

/** What was measured, and the groups that were not, because they failed or the bench was interrupted. */
export interface Results {
  readonly rows: readonly Row[];
  readonly missing: ReadonlySet<string>;
}

/** The page that keeps the last run: enough about the machine to judge it by, nothing that names it. */
export function formatResults({ rows, missing }: Results, at: Date): string {
  const processor = cpus();
  return `# Last results

${at.toISOString().slice(0, 10)}, ${processor.length} cores, Node ${process.versions.node}, ${process.platform} ${process.arch}. Made by \`npm run bench\`.

Times are CPU time of the median of several rounds, ours and theirs in turns; only the ratio means something on another
machine. Times in the browser, and those with a promise in seconds, are on the wall.

${formatTable(rows)}
${missing.size === 0 ? '' : `\nNot measured: ${[...missing].join(', ')}.\n`}`;
}

/** The page that keeps results, with rows measured again in the place of those about the same, and new ones at the end. */
export function mergeResults(page: string, rows: readonly Row[]): string {
  const lines = page.split('\n');
  const [first, last] = [lines.findIndex(isLine), lines.findLastIndex(isLine)];
  const cells = new Map(
    lines
      .slice(first + 2, last + 1)
      .map((line) => readCells(line))
      .map((line) => [keyOf(line), line]),
  );
  for (const row of rows) cells.set(keyOf(cellsOf(row)), cellsOf(row));
  const table = formatLines([HEAD, ...cells.values()]);
  return [...lines.slice(0, first), table, ...lines.slice(last + 1)].join('\n');
}

function isLine(line: string): boolean {
  return line.startsWith('| ');
}

function readCells(line: string): readonly string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

/** What was measured, against whom. */
function keyOf([what = '', , peer = '']: readonly string[]): string {
  return `${what}\n${peer}`;
}
