import path from 'node:path';
import { describeWriteProblem } from '../../hosts/node/index.ts';
import { explainLink, findLink } from '../../service/index.ts';
import type { CommandIo } from '../CommandIo.ts';

/** The state folder of a folder that is served, unless another one is given: `.signalbox` in it. Absolute. */
export function stateFolder(
  io: Pick<CommandIo, 'folder'>,
  { folder, state }: { readonly folder: string; readonly state: string | null },
): string {
  return path.resolve(io.folder, state ?? path.join(folder, '.signalbox'));
}

/** Why a folder cannot be the state of a server, a worker or the tools, for the user; null where it can. */
export function explainState(state: string): string | null {
  try {
    const link = findLink(state);
    return link === null ? null : explainLink(state, link);
  } catch (error) {
    return `${state}: ${describeWriteProblem(error)}`;
  }
}
