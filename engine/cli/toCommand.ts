import { loadPatterns, ok, type Result } from '../base/index.ts';
import type { CommandIo } from './CommandIo.ts';

/**
 * Reads the arguments after the name of a command, and answers with what executes it. The error is one sentence; throws what
 * `readArguments` throws.
 */
export type ReadCommand = (args: readonly string[]) => Result<(io: CommandIo) => Promise<number>, string>;

/** A command, by what reads its arguments and what executes it. */
export function toCommand<Given>(
  parse: (args: readonly string[]) => Result<Given, string>,
  run: (io: CommandIo, given: Given) => number | Promise<number>,
): ReadCommand {
  return (args) => {
    const given = parse(args);
    return given.ok ? ok(async (io) => run(io, given.value)) : given;
  };
}

/** One that needs the engine of regular expressions. */
export function toPatternCommand<Given>(...[parse, run]: Parameters<typeof toCommand<Given>>): ReadCommand {
  return toCommand(parse, async (io, given) => {
    await loadPatterns();
    return run(io, given);
  });
}
