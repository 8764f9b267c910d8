import { EMPTY_WORKSPACE, type Workspace } from '#engine';
import { listSamples, readSample, servedId } from '../../platform/index.ts';

/**
 * The workspace of a first visit: the samples, in their order; none next to a folder that is served. Rejects with an `Error` for the user.
 */
export async function seedWorkspace(): Promise<Workspace> {
  if (servedId() !== '') return EMPTY_WORKSPACE;
  const samples = await listSamples();
  const files = await Promise.all(samples.map(async ({ file }) => [file, await readSample(file)] as const));
  return { files: new Map(files), layouts: new Map() };
}
