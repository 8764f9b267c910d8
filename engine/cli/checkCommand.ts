import { checkAnalysis } from '../check/index.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import { ImportReader } from './given/ImportReader.ts';
import {
  countReports,
  type FileReport,
  formatReport,
  reportToJson,
  toReports,
  toUnreadableReport,
} from './print/reports.ts';
import { escapeControls } from './print/terminal.ts';
import { findSources, readSource, type SourceFile } from './readFiles.ts';

/** `signalbox check`: what is wrong with each file. Exit 0 without errors, 1 with, 2 where a file cannot be read. */
export async function runCheckCommand(
  io: CommandIo,
  options: { readonly files: readonly string[]; readonly isJson: boolean },
): Promise<ExitCode> {
  const { files: found, unreadable } = await findSources(io, options.files);
  const files: FileReport[] = unreadable.map(toUnreadableReport);
  const reader = new ImportReader(io, options.files);
  let isUnreadable = unreadable.length > 0;
  for (const { path, within } of found) {
    const source = await readSource(io, path, within);
    if (source.ok) files.push(await checkSource(reader, source.value));
    else {
      isUnreadable = true;
      files.push(toUnreadableReport(source.error));
    }
  }
  const errors = countReports(files, 'error');
  const warnings = countReports(files, 'warning');
  if (options.isJson) printJson(io, { files, errors, warnings });
  else printText(io, { files, errors, warnings });
  if (isUnreadable) return 2;
  return errors > 0 ? 1 : 0;
}

async function checkSource(reader: ImportReader, source: SourceFile): Promise<FileReport> {
  const diagnostics = checkAnalysis(await reader.analyze(source));
  return { path: source.path, reports: toReports(source.text, diagnostics) };
}

interface Findings {
  readonly files: readonly FileReport[];
  readonly errors: number;
  readonly warnings: number;
}

function printJson(io: CommandIo, { files, errors, warnings }: Findings): void {
  const listed = files.map(({ path, reports }) => ({ path, diagnostics: reports.map(reportToJson) }));
  io.printOut(`${escapeControls(JSON.stringify({ files: listed, errors, warnings }, null, 2))}\n`);
}

function printText(io: CommandIo, { files, errors, warnings }: Findings): void {
  for (const { path, reports } of files) {
    for (const report of reports) io.printOut(...formatReport(path, report));
  }
  io.printError(`${count(files.length, 'file')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}\n`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
