import { proposalIdOf } from '../author/index.ts';

/** Largest file that is read or written, in bytes: the limit of the app for a file. */
export const LARGEST = 10 * 1024 * 1024;

/** Most workflow files of a folder that are shown. */
export const MOST_FILES = 500;

/** The end of a file with positions of cards. */
export const LAYOUT_END = '.layout.json';

/** The longest path of a file below the folder, in UTF-16 code units. */
const LONGEST = 1024;

const SKIPPED = new Set(['node_modules', '.git', 'dist']);

/** The last is what was answered when tests asked models for real, next to their file. */
const OPENABLE = /\.(ya?ml|json)$|.\.test\.answers\.jsonl$/;

/** Characters that no path of ours has: controls, and what separates folders or drives on Windows. */
const ODD = process.platform === 'win32' ? /[\p{Cc}\\:]/u : /[\p{Cc}\\]/u;

/** Whether a name inside a folder is looked at: not one that is hidden, nor a folder of packages or of a build. */
export function isSeen(name: string): boolean {
  return name !== '' && !name.startsWith('.') && !SKIPPED.has(name);
}

/** Whether a name is that of a workflow file. */
export function isWorkflow(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

/**
 * Whether a path may be read and written: below the folder, with `/` between names, none of them hidden, and ending as a
 * workflow, its layout or answers of its tests do; or that of a proposal which waits. It says nothing of links: that is for the disk.
 */
export function isServed(path: string): boolean {
  if (proposalIdOf(path) !== null) return true;
  return path.length <= LONGEST && OPENABLE.test(path) && !ODD.test(path) && path.split('/').every(isSeen);
}
