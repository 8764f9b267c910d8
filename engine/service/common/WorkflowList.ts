import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { toJson } from '../../base/index.ts';
import { blocksRun, checkAnalysis } from '../../check/index.ts';
import { analyze, effectiveWorkflow } from '../../graph/index.ts';
import { createWorkflowFiles, type RunFolders, readWithImports } from '../../hosts/node/index.ts';
import { UnreadableError, withoutPlace } from '../errors.ts';
import type { ServedWorkflow } from '../RunService.ts';
import { isSkipped, workflowName } from './workflowNames.ts';

/** Most files that are listed. */
const MOST = 10_000;

/** The workflows of a folder. What was read is kept: a file is checked again only once its text, or one it imports, is another. */
export class WorkflowList {
  readonly #folders: RunFolders;
  #known = new Map<string, { readonly texts: string; readonly workflow: ServedWorkflow }>();

  constructor(folders: RunFolders) {
    this.#folders = folders;
  }

  /** By name. */
  async read(): Promise<readonly ServedWorkflow[]> {
    const files = createWorkflowFiles(this.#folders);
    const known = new Map<string, { readonly texts: string; readonly workflow: ServedWorkflow }>();
    for (const file of await listFiles(this.#folders.workspace)) {
      const name = workflowName(file) ?? '';
      const read = await readWithImports(file, files);
      if (!read.ok) {
        const own = await files.read(file);
        // One that runs have written, or that went meanwhile, is none.
        if (own.ok || own.reason === undefined)
          known.set(name, { texts: '', workflow: toUnreadable(name, read.error) });
        continue;
      }
      const texts = JSON.stringify([read.value.source, ...read.value.files]);
      const before = this.#known.get(name);
      known.set(name, before?.texts === texts ? before : { texts, workflow: describe(name, file, read.value) });
    }
    this.#known = known;
    return [...known.values()].map(({ workflow }) => workflow);
  }
}

/** One whose file cannot be read is in the list all the same, and says why. */
function toUnreadable(name: string, description: string): ServedWorkflow {
  return { name, title: null, description, input: null, isValid: false, digest: '' };
}

function describe(
  name: string,
  file: string,
  { source, files }: { readonly source: string; readonly files: ReadonlyMap<string, string> },
): ServedWorkflow {
  const analysis = analyze(file, source, undefined, files);
  const { name: title, description, inputSchema, tasks } = effectiveWorkflow(analysis);
  const isValid = tasks.length > 0 && !blocksRun(checkAnalysis(analysis));
  const digest = createHash('sha256').update(source).digest('hex');
  return { name, title, description, input: inputSchema === null ? null : toJson(inputSchema), isValid, digest };
}

/** What is in a folder; nothing where it is one that cannot be read below that of the workflows. */
async function readFolder(root: string, folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(path.join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (folder !== '') return [];
    throw new UnreadableError('folder', `The folder of the workflows cannot be read. ${withoutPlace(error)}`, error);
  }
}

async function listFiles(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined && found.length < MOST; folder = folders.pop()) {
    for (const entry of await readFolder(root, folder)) {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory() && !isSkipped(entry.name)) folders.push(name);
      else if (entry.isFile() && workflowName(name) !== null) found.push(name);
    }
  }
  return found.sort();
}
