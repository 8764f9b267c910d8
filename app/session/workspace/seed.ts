import type { Workspace } from '#engine';
import { listSamples, readSample } from '../../platform/index.ts';

/** The workspace of a first visit: the samples, in their order. Rejects with an `Error` for the user. */
export async function seedWorkspace(): Promise<Workspace> {
  const samples = await listSamples();
  const files = await Promise.all(samples.map(async ({ file }) => [file, await readSample(file)] as const));
  return { files: new Map(files), layouts: new Map() };
}
