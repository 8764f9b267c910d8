import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { CommandError } from '../arguments/CommandError.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { toPlain } from '../print/terminal.ts';
import { parseJson } from '../readFiles.ts';

/** What a command printed as JSON, and what it said besides. */
export interface CommandResult {
  /** Null where it printed none. */
  readonly json: JsonObject | null;
  readonly said: string;
}

/** Runs a command of the command line that prints JSON, in this process: tools say what it says. */
export async function runForJson(io: CommandIo, run: (io: CommandIo) => Promise<ExitCode>): Promise<CommandResult> {
  const [out, said]: [string[], string[]] = [[], []];
  const inside: CommandIo = {
    ...io,
    isJson: true,
    printOut: (...parts) => void out.push(toPlain(parts)),
    printError: (...parts) => void said.push(toPlain(parts)),
  };
  await run(inside).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    said.push(error.message);
  });
  const json = parseJson(out.join(''));
  return { json: isJsonObject(json) ? json : null, said: said.join('').trim() };
}

/** The maps of a list that a command printed. */
export function mapsIn(json: JsonObject | null, key: string): readonly JsonObject[] {
  const list: Json = json?.[key] ?? [];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
