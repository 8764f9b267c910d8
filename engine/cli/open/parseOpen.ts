import { err, ok, type Result } from '../../base/index.ts';
import { readArguments } from '../readArguments.ts';

/** `signalbox open`. */
export interface OpenCommand {
  readonly folder: string;
  /** Null: the port of the folder. */
  readonly port: number | null;
  /** Whether the browser is to be opened. */
  readonly opensBrowser: boolean;
}

/** Reads the arguments of `signalbox open`. Throws what {@link readArguments} throws. */
export function parseOpen(args: readonly string[]): Result<OpenCommand, string> {
  const { values, positionals } = readArguments(args, { port: { type: 'string' }, 'no-open': { type: 'boolean' } });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('One folder is opened at a time. Use signalbox open FOLDER.');
  if (folder === '') return err('The name of the folder to open is empty. Is a variable of your shell unset?');
  const port = values.port === undefined ? null : Number(values.port);
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    return err('--port needs a number from 0 to 65535; 0 takes any that is free.');
  return ok({ folder, port, opensBrowser: values['no-open'] !== true });
}
