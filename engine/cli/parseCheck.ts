import { err, ok, type Result } from '../base/index.ts';
import { FORMAT_OPTIONS, type Format, parseFormat } from './print/Format.ts';
import { readArguments } from './readArguments.ts';

/** `signalbox check`. */
export interface CheckCommand {
  readonly files: readonly string[];
  readonly format: Format;
  /** How many warnings there may be; null: any number. */
  readonly maxWarnings: number | null;
}

/** Reads the arguments of `signalbox check`. Throws what {@link readArguments} throws. */
export function parseCheck(args: readonly string[]): Result<CheckCommand, string> {
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
