import type { CommandIo } from '../CommandIo.ts';
import { escapeControls, type Printed } from './terminal.ts';

/** Prints a value as JSON. */
export function printJson({ printOut }: Pick<CommandIo, 'printOut'>, value: object): void {
  printOut(`${escapeControls(JSON.stringify(value, null, 2))}\n`);
}

/** Prints what a command comes to: as JSON where that is asked for, else as lines for a person. */
export function printResult(
  io: Pick<CommandIo, 'printOut' | 'isJson'>,
  json: object,
  ...lines: readonly Printed[]
): void {
  if (io.isJson) printJson(io, json);
  else io.printOut(...lines);
}
