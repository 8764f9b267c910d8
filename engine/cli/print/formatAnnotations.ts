import type { Severity } from '../../text/index.ts';
import type { FileReport } from './reports.ts';
import { onOneLine } from './terminal.ts';

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
