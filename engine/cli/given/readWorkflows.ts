import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { KnownWorkflows } from '../../check/index.ts';
import { type Analysis, analyze, effectiveWorkflow } from '../../graph/index.ts';
import { startedFile, walkTasks } from '../../model/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { readSource } from '../readFiles.ts';
import { basesOf } from './ImportReader.ts';

/**
 * Reads the workflows that the tasks of a file run: from the folder of the command, an argument folder around the file, or the folder of
 * the file, the first that has it. A run names its workspace itself, so only what none of them has is missing. Null where no task names one.
 */
export async function readWorkflows(
  io: CommandIo,
  analysis: Analysis,
  given: readonly string[],
): Promise<KnownWorkflows | null> {
  const workflow = effectiveWorkflow(analysis);
  const names = new Set(walkTasks(workflow).flatMap(({ task }) => startedFile(workflow, task) ?? []));
  if (names.size === 0) return null;
  const folders = given.map((name) => path.resolve(io.folder, name));
  const bases = basesOf(io, analysis.path, folders);
  const found = new Map<string, Started>();
  const beside = new Set<string>();
  for (const name of names) {
    const read = await readFirst(io, bases, name);
    if (read !== null) found.set(name, read);
    else for (const other of await listBeside(bases, name)) beside.add(other);
  }
  return { find: (file) => found.get(file) ?? null, list: () => [...beside] };
}

type Started = NonNullable<ReturnType<KnownWorkflows['find']>>;

/** What is there and cannot be read is not missing. */
async function readFirst(io: CommandIo, bases: readonly string[], name: string): Promise<Started | null> {
  for (const base of bases) {
    const source = await readSource(io, path.join(base, name), base);
    if (source.ok) return analyze(name, source.value.text).workflow;
    if (source.error.isMissing !== true) return { inputSchema: null };
  }
  return null;
}

/** The workflows in the same folder. */
async function listBeside(bases: readonly string[], name: string): Promise<readonly string[]> {
  const folder = path.posix.dirname(name);
  const lists = bases.map(async (base) => {
    try {
      return await readdir(path.join(base, folder));
    } catch {
      return [];
    }
  });
  return (await Promise.all(lists))
    .flat()
    .filter((file) => /\.ya?ml$/i.test(file))
    .map((file) => path.posix.join(folder, file));
}
