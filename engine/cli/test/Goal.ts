import type { CommandIo } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';

/** What the tests of a workflow are asked to reach, by an option or by a test file. */
export interface Goal {
  /** The workflow. */
  readonly path: string;
  readonly code: 'COVERAGE' | 'MUTATION';
  /** A few words: `tasks covered`. */
  readonly name: string;
  readonly isReached: boolean;
  /** How much is reached, and how much is wanted, after the path. */
  readonly message: string;
}

/** Says of each that is not reached how far its tests are; true where all are reached. */
export function areReached(io: CommandIo, goals: readonly Goal[]): boolean {
  const missed = goals.filter(({ isReached }) => !isReached);
  for (const { path, message } of missed) io.printError(`${onOneLine(path)}: ${message}\n`);
  return missed.length === 0;
}
