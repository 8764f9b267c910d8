import path from 'node:path';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import { explainLink, findLink } from '../../service/index.ts';
import { CommandError } from '../arguments/CommandError.ts';
import type { CommandIo } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';

/** The state folder of a folder that is served, unless another one is given: `.signalbox` in it. Absolute. */
export function stateFolder(
  io: Pick<CommandIo, 'folder'>,
  { folder, state }: { readonly folder: string; readonly state: string | null },
): string {
  return path.resolve(io.folder, state ?? path.join(folder, '.signalbox'));
}

/** Says that it is looked whether another process still serves a state folder. */
export function tellWait(io: CommandIo, pid: number, state: string): void {
  io.printError(`Checking whether process ${pid} still serves ${onOneLine(state)} …\n`);
}

/** Why runs cannot be opened, of which another process may have the state folder. */
export function cannotOpen({
  message,
  isOwned,
}: {
  readonly message: string;
  readonly isOwned: boolean;
}): CommandError {
  return new CommandError(isOwned ? 'IN_USE' : 'UNAVAILABLE', message);
}

/** Throws a `CommandError` where a folder cannot be the state of a server, a worker or the tools. */
export function checkState(state: string): void {
  let problem: string | null;
  try {
    const link = findLink(state);
    problem = link === null ? null : explainLink(state, link);
  } catch (error) {
    problem = `${state}: ${describeWriteProblem(error)}`;
  }
  if (problem !== null) throw new CommandError('UNREADABLE_FILE', problem, { place: state });
}
