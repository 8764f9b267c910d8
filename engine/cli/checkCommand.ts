import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../base/index.ts';
import { checkAnalysis } from '../check/index.ts';
import { isRowsFile, isTestFile, SERVE_CONFIG } from '../model/index.ts';
import { checkServeConfig, listHookSecrets, readConfig } from '../serveConfig/index.ts';
import { findRange, parseSyntax } from '../syntax/index.ts';
import type { Diagnostic, Path } from '../text/index.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import { ImportReader } from './given/ImportReader.ts';
import { readWorkflows } from './given/readWorkflows.ts';
import { FORMAT_OPTIONS, type Format, parseFormat } from './print/Format.ts';
import {
  countReports,
  type FileReport,
  formatReport,
  printFindings,
  reportToJson,
  toReports,
  toUnreadableReport,
} from './print/reports.ts';
import { escapeControls } from './print/terminal.ts';
import { readArguments } from './readArguments.ts';
import { type FoundFile, findSources, readSource, type SourceFile } from './readFiles.ts';
import { explainReadable } from './serve/readSecretSource.ts';
import { placeArchive } from './serve/readServeGiven.ts';
import { readTests } from './test/readTests.ts';
import { toPatternCommand } from './toCommand.ts';

/**
 * `signalbox check`: what is wrong with each file. Exit 0 without errors, 1 with errors or more warnings than allowed, 2 where a file cannot be
 * read.
 */
export const checkCommand = toPatternCommand(parseCheck, runCheckCommand);

/** `signalbox check`. */
interface CheckCommand {
  readonly files: readonly string[];
  readonly format: Format;
  /** How many warnings there may be; null: any number. */
  readonly maxWarnings: number | null;
}

/** Reads the arguments of `signalbox check`. Throws what {@link readArguments} throws. */
function parseCheck(args: readonly string[]): Result<CheckCommand, string> {
  const { values, positionals } = readArguments(args, { ...FORMAT_OPTIONS, 'max-warnings': { type: 'string' } });
  if (positionals.length === 0) return err('No file to check was given. Use signalbox check FILE|FOLDER…');
  if (positionals.includes('')) return err('The name of a file to check is empty. Is a variable of your shell unset?');
  const format = parseFormat(values);
  if (!format.ok) return format;
  const most = values['max-warnings'];
  if (most !== undefined && !/^\d{1,9}$/.test(most))
    return err(`--max-warnings takes a whole number, such as 0, and not “${most}”.`);
  const maxWarnings = most === undefined ? null : Number(most);
  return ok({ files: positionals, format: format.value, maxWarnings });
}

async function runCheckCommand(
  io: CommandIo,
  options: Pick<CheckCommand, 'files' | 'format' | 'maxWarnings'>,
): Promise<ExitCode> {
  const { files: found, unreadable } = await findSources(io, options.files);
  const files: FileReport[] = unreadable.map(toUnreadableReport);
  const reader = new ImportReader(io, options.files);
  let isUnreadable = unreadable.length > 0;
  for (const { path: name, within } of found) {
    const source = await readSource(io, name, within);
    // The errors of its workflow are told with that.
    if (source.ok && isTestFile(name)) files.push(await checkTestFile(io, reader, { path: name, within }));
    else if (source.ok && isRowsFile(name)) files.push({ path: name, reports: [] });
    else if (source.ok) files.push(await checkSource(io, reader, { source: source.value, given: options.files }));
    else {
      isUnreadable = true;
      files.push(toUnreadableReport(source.error));
    }
  }
  const errors = countReports(files, 'error');
  const warnings = countReports(files, 'warning');
  const isOver = options.maxWarnings !== null && warnings > options.maxWarnings;
  if (options.format === 'json') printJson(io, { files, errors, warnings });
  else {
    if (options.format === 'text') printText(io, files);
    else printFindings(io, options.format, files);
    printSummary(io, { files, errors, warnings });
  }
  if (isOver) io.printError(`--max-warnings allows ${count(options.maxWarnings, 'warning')}.\n`);
  if (isUnreadable) return 2;
  return errors > 0 || isOver ? 1 : 0;
}

interface CheckedSource {
  readonly source: SourceFile;
  /** The files and folders that the command was given. */
  readonly given: readonly string[];
}

async function checkSource(io: CommandIo, reader: ImportReader, { source, given }: CheckedSource): Promise<FileReport> {
  const report = (diagnostics: readonly Diagnostic[]): FileReport => ({
    path: source.path,
    reports: toReports(source.text, diagnostics),
  });
  if (path.basename(source.path) === SERVE_CONFIG) {
    const folder = path.resolve(io.folder, path.dirname(source.path));
    const hasWorkflow = (name: string) => existsSync(path.join(folder, `${name}.yaml`));
    return report([...checkServeConfig(source.text, hasWorkflow), ...(await findExposed(source.text, folder))]);
  }
  const analysis = await reader.analyze(source);
  const workflows = await readWorkflows(io, analysis, given);
  return report(checkAnalysis(analysis, workflows === null ? {} : { workflows }));
}

async function checkTestFile(io: CommandIo, reader: ImportReader, found: FoundFile): Promise<FileReport> {
  const { wrong, faults } = await readTests(io, reader, found);
  return wrong.find(({ path: name }) => name === found.path) ?? { path: found.path, reports: faults };
}

interface Findings {
  readonly files: readonly FileReport[];
  readonly errors: number;
  readonly warnings: number;
}

function printJson(io: CommandIo, { files, errors, warnings }: Findings): void {
  const listed = files.map(({ path: name, reports }) => ({ path: name, diagnostics: reports.map(reportToJson) }));
  io.printOut(`${escapeControls(JSON.stringify({ files: listed, errors, warnings }, null, 2))}\n`);
}

function printText(io: CommandIo, files: readonly FileReport[]): void {
  for (const { path: name, reports } of files) {
    for (const report of reports) io.printOut(...formatReport(name, report));
  }
}

function printSummary(io: CommandIo, { files, errors, warnings }: Findings): void {
  io.printError(`${count(files.length, 'file')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}\n`);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/**
 * What the text of `signalbox.serve.yaml` names in its folder, where runs could read it: for this a server does not start. Files need not be
 * there yet. Patterns must be loaded; nothing is found in a text with other errors.
 */
async function findExposed(text: string, folder: string): Promise<readonly Diagnostic[]> {
  const read = readConfig(text);
  if (!read.ok) return [];
  const syntax = parseSyntax(text);
  const at = (keys: Path, message: string): Diagnostic => ({
    code: 'SERVE_CONFIG',
    severity: 'error',
    range: findRange(syntax, keys, 'value'),
    path: [],
    message,
  });
  const reach = { folder, files: path.join(folder, '.signalbox', 'files') };
  const found: Diagnostic[] = [];
  const secrets = read.value.secrets.map(({ name, from }) => ({ path: ['secrets', name], source: from }));
  for (const { path: keys, source } of [...secrets, ...read.value.webhooks.flatMap(listHookSecrets)]) {
    if (source.type !== 'file') continue;
    const file = path.resolve(await realpath(folder), source.file);
    const message = await explainReadable(source.file, await realpath(file).catch(() => file), reach);
    if (message !== null) found.push(at([...keys, 'file'], `${keys.join('.')}: ${message}`));
  }
  const kept = read.value.keep === null ? null : placeArchive(read.value.keep, folder);
  if (kept?.ok === false) found.push(at(['keep', 'archive'], kept.error.slice(`${SERVE_CONFIG}: `.length)));
  return found;
}
