import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import type { Printed } from '../print/terminal.ts';

/** What a command printed as JSON, and what it said besides. */
export interface CommandResult {
  readonly code: ExitCode;
  /** Null where it printed none. */
  readonly json: JsonObject | null;
  readonly said: string;
}

/** Runs a command of the command line that prints JSON, in this process: tools say what it says. */
export async function runForJson(io: CommandIo, run: (io: CommandIo) => Promise<ExitCode>): Promise<CommandResult> {
  const [out, said]: [string[], string[]] = [[], []];
  const code = await run({
    ...io,
    printOut: (...parts) => void out.push(toText(parts)),
    printError: (...parts) => void said.push(toText(parts)),
  });
  return { code, json: parse(out.join('')), said: said.join('').trim() };
}

function toText(parts: readonly Printed[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}

function parse(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json;
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The maps of a list that a command printed. */
export function mapsIn(json: JsonObject | null, key: string): readonly JsonObject[] {
  const list: Json = json?.[key] ?? [];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
