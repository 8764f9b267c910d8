import path from 'node:path';
import type { CommandIo } from '../CommandIo.ts';

/** The state folder of a folder that is served, unless another one is given: `.signalbox` in it. Absolute. */
export function stateFolder(
  io: Pick<CommandIo, 'folder'>,
  { folder, state }: { readonly folder: string; readonly state: string | null },
): string {
  return path.resolve(io.folder, state ?? path.join(folder, '.signalbox'));
}
