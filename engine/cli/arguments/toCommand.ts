import { loadPatterns } from '../../base/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { Arguments } from './Arguments.ts';
import type { Options } from './options.ts';

/** A command that was loaded. */
export interface LoadedCommand {
  readonly options: Options;
  /** Reads the arguments after its name, and answers with what executes it. Both throw a `CommandError`. */
  readonly read: (args: readonly string[]) => (io: CommandIo) => Promise<number>;
}

/** A command, by what it takes and what executes it. */
export function toCommand<Given>(
  { options, parse }: Arguments<Given>,
  run: (io: CommandIo, given: Given) => number | Promise<number>,
): LoadedCommand {
  return {
    options,
    read: (args) => {
      const given = parse(args);
      return async (io) => run(io, given);
    },
  };
}

/** One that needs the engine of regular expressions. */
export function toPatternCommand<Given>(...[given, run]: Parameters<typeof toCommand<Given>>): LoadedCommand {
  return toCommand(given, async (io, read) => {
    await loadPatterns();
    return run(io, read);
  });
}
