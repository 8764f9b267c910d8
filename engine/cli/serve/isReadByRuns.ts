import path from 'node:path';
import { isHidden } from '../../effects/index.ts';
import { isInside } from '../../hosts/node/index.ts';

/** Whether a path is in the folder that is served, where runs can read all but hidden names. Both are absolute. */
export function isReadByRuns(folder: string, file: string): boolean {
  return isInside(folder, file) && !path.relative(folder, file).split(path.sep).some(isHidden);
}
