import type { Json, JsonObject } from '../../base/index.ts';
import { createLineIndex, type Diagnostic, type Severity } from '../../text/index.ts';
import type { UnreadableFile } from '../readFiles.ts';
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

/** How many reports of a severity there are. */
export function countReports(files: readonly FileReport[], severity: Severity): number {
  return files.reduce((count, file) => count + file.reports.filter((report) => report.severity === severity).length, 0);
}
