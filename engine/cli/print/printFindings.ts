import { assertNever } from '../../base/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { Format } from './Format.ts';
import { formatAnnotations } from './formatAnnotations.ts';
import { formatSarif } from './formatSarif.ts';
import type { FileReport } from './reports.ts';
import { escapeControls } from './terminal.ts';

/** Prints findings on standard output for another program. */
export function printFindings(
  io: CommandIo,
  format: Exclude<Format, 'text' | 'json'>,
  files: readonly FileReport[],
): void {
  switch (format) {
    case 'sarif':
      return io.printOut(`${escapeControls(JSON.stringify(formatSarif(files), null, 2))}\n`);
    case 'github':
      return io.printOut(formatAnnotations(files));
    default:
      return assertNever(format);
  }
}
