import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { checkAnalysis } from '../check/index.ts';
import { isRowsFile, isTestFile, SERVE_CONFIG } from '../model/index.ts';
import { checkServeConfig, listHookSecrets, readConfig } from '../serveConfig/index.ts';
import { findRange, parseSyntax } from '../syntax/index.ts';
import type { Diagnostic, Path } from '../text/index.ts';
import { defineArguments, type Parsed } from './arguments/Arguments.ts';
import { misuse, whole } from './arguments/options.ts';
import { toPatternCommand } from './arguments/toCommand.ts';
import type { CommandIo, ExitCode } from './CommandIo.ts';
import { ImportReader } from './given/ImportReader.ts';
import { readWorkflows } from './given/readWorkflows.ts';
import { FORMAT, formatOf } from './print/Format.ts';
import { printJson } from './print/printResult.ts';
import {
  countReports,
  type FileReport,
  fileToJson,
  formatReports,
  printFindings,
  toReports,
  toUnreadableReport,
} from './print/reports.ts';
import { count } from './print/terminal.ts';
import { type FoundFile, findSources, readSource, type SourceFile } from './readFiles.ts';
import { explainReadable } from './serve/readSecretSource.ts';
import { placeArchive } from './serve/readServeGiven.ts';
import { readTests } from './test/readTests.ts';

const CHECK = defineArguments('check', { format: FORMAT, maxWarnings: whole(0) }, (values, files) => {
  if (files.length === 0) throw misuse('No file to check was given. Use signalbox check FILE|FOLDER…');
  return { files, format: formatOf(values), maxWarnings: values.maxWarnings };
});

/**
 * `signalbox check`: what is wrong with each file. Exit 0 without errors, 1 with errors or more warnings than allowed, 2 where a file cannot be
 * read.
 */
export const checkCommand = toPatternCommand(CHECK, runCheckCommand);

async function runCheckCommand(io: CommandIo, options: Parsed<typeof CHECK>): Promise<ExitCode> {
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
  if (options.format === 'json') printJson(io, { files: files.map(fileToJson), errors, warnings });
  else {
    if (options.format === 'text') io.printOut(...formatReports(files));
    else printFindings(io, options.format, files);
    io.printError(`${count(files.length, 'file')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}\n`);
  }
  if (isOver) io.printError(`--max-warnings allows ${count(options.maxWarnings ?? 0, 'warning')}.\n`);
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
