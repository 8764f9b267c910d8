import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../base/index.ts';
import { ENGINE_VERSION } from '../../hosts/node/index.ts';
import type { Severity } from '../../text/index.ts';
import type { FileReport, Report } from './reports.ts';

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
