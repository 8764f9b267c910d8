import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Json, type JsonObject } from '../../base/index.ts';
import { ENGINE_VERSION } from '../../hosts/node/index.ts';
import { createLineIndex, type Diagnostic, type Severity } from '../../text/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { UnreadableFile } from '../readFiles.ts';
import type { Format } from './Format.ts';
import { printJson } from './printResult.ts';
import { type Color, onOneLine, type Printed } from './terminal.ts';

/** A diagnostic as the command line prints it: lines and columns from 1, columns in UTF-16 units, `end` exclusive (format.md 11). */
export interface Report {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly range: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The diagnostics of one file. */
export interface FileReport {
  readonly path: string;
  readonly reports: readonly Report[];
}

const START: Position = { line: 1, column: 1 };

/** Diagnostics of a text, with lines and columns. */
export function toReports(text: string, diagnostics: readonly Diagnostic[]): readonly Report[] {
  const index = createLineIndex(text);
  return diagnostics.map(({ code, severity, message, path, range }) => ({
    code,
    severity,
    message,
    path,
    range: { start: index.positionAt(range.start), end: index.positionAt(range.end) },
  }));
}

/** The report on a file that cannot be read. */
export function toUnreadableReport({ path, message }: UnreadableFile): FileReport {
  return {
    path,
    reports: [{ code: 'UNREADABLE_FILE', severity: 'error', message, path: [], range: { start: START, end: START } }],
  };
}

export function reportToJson({ code, severity, message, path, range }: Report): JsonObject {
  return {
    code,
    severity,
    message,
    path: [...path],
    range: { start: positionToJson(range.start), end: positionToJson(range.end) },
  };
}

function positionToJson({ line, column }: Position): Json {
  return { line, column };
}

const COLORS: Readonly<Record<Severity, Color>> = { error: 'red', warning: 'yellow', info: 'cyan' };

/** `file:line:col severity CODE message`, on one line. */
export function formatReport(file: string, { code, severity, message, range }: Report): readonly Printed[] {
  const { line, column } = range.start;
  const place = `${onOneLine(file)}:${line}:${column} `;
  return [place, { color: COLORS[severity], text: severity }, ` ${code} ${onOneLine(message)}\n`];
}

/** A line for each report of files. */
export function formatReports(files: readonly FileReport[]): readonly Printed[] {
  return files.flatMap(({ path: file, reports }) => reports.flatMap((report) => formatReport(file, report)));
}

/** A file with its diagnostics, as JSON has it. */
export function fileToJson({ path: file, reports }: FileReport): JsonObject {
  return { path: file, diagnostics: reports.map(reportToJson) };
}

/** How many reports of a severity there are. */
export function countReports(files: readonly FileReport[], severity: Severity): number {
  return files.reduce((count, file) => count + file.reports.filter((report) => report.severity === severity).length, 0);
}

/** Prints findings on standard output for another program. */
export function printFindings(
  io: CommandIo,
  format: Exclude<Format, 'text' | 'json'>,
  files: readonly FileReport[],
): void {
  if (format === 'sarif') printJson(io, formatSarif(files));
  else io.printOut(formatAnnotations(files));
}

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

/** Findings as a SARIF 2.1.0 log of one run, which code scanning and editors read. Paths stay relative to the folder of the command. */
export function formatSarif(files: readonly FileReport[]): JsonObject {
  const codes = [...new Set(files.flatMap(({ reports }) => reports.map(({ code }) => code)))].sort();
  const rules = codes.map((id) => ({ id }));
  const results = files.flatMap((file) => file.reports.map((report) => toResult(file.path, report, codes)));
  const driver = { name: 'signalbox', version: ENGINE_VERSION, rules };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
}

function toResult(file: string, { code, severity, message, range }: Report, codes: readonly string[]): JsonObject {
  const { start, end } = range;
  const region = {
    startLine: start.line,
    startColumn: start.column,
    // An empty region is one that only begins.
    ...(start.line === end.line && start.column === end.column ? {} : { endLine: end.line, endColumn: end.column }),
  };
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: toUri(file) }, region } }],
  };
}

/** A path as a reference of a URI; standard input has the name that it has as a device. */
function toUri(file: string): string {
  if (file === '-') return 'file:///dev/stdin';
  if (path.isAbsolute(file)) return pathToFileURL(file).href;
  return path.normalize(file).split(path.sep).map(encodeURIComponent).join('/');
}

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Findings as workflow commands of GitHub Actions, which shows each at its line of a pull request. One a line. */
export function formatAnnotations(files: readonly FileReport[]): string {
  return files
    .flatMap(({ path, reports }) =>
      reports.map(({ code, severity, message, range: { start, end } }) => {
        const place = { file: path, line: start.line, endLine: end.line, title: code };
        // Columns of an annotation are of one line.
        const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
        const properties = Object.entries({ ...place, ...columns }).map(
          ([key, value]) => `${key}=${escapeValue(value)}`,
        );
        return `::${COMMANDS[severity]} ${properties.join(',')}::${escapeData(onOneLine(message))}\n`;
      }),
    )
    .join('');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeValue(value: string | number): string {
  return escapeData(onOneLine(String(value)))
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C');
}
