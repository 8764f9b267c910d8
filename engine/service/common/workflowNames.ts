import { holdsWorkflow } from '../../model/index.ts';

const ENDING = '.yaml';

/** Folders whose files are no workflows: hidden ones, and those of dependencies and packages. */
const SKIPPED = /^(node_modules|packages|\..*)$/;

/** The path of the file of a workflow; null for a name that no workflow has. */
export function workflowFile(name: string): string | null {
  const file = name + ENDING;
  const parts = name.split('/');
  const isFile = parts.every((part) => part !== '' && !SKIPPED.test(part)) && !/[\\\0]/.test(name);
  return isFile && holdsWorkflow(file) ? file : null;
}

/** The name of the workflow of a file; null for a file that is none. */
export function workflowName(file: string): string | null {
  if (!file.endsWith(ENDING)) return null;
  const name = file.slice(0, -ENDING.length);
  return workflowFile(name) === null ? null : name;
}

/** Whether the files of a folder are no workflows. */
export function isSkipped(folder: string): boolean {
  return SKIPPED.test(folder);
}
