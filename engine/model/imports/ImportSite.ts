import type { Path } from '../../text/index.ts';

/** One `import`, or one `use` that names a package, of a document or of what it imports. */
export interface ImportSite {
  /** The file it is written in: the document, or one that it imports. */
  readonly from: string;
  /** Path of the importing definition in the merged document; one that a task's `use` brings in, after all others. */
  readonly path: Path;
  /** The path of the `import` or `use` itself; of one in an imported file, where it would be in the document. */
  readonly at: Path;
  readonly key: 'import' | 'use';
  /** As written; of a `use` the shorthand. */
  readonly written: string;
  /** The file it leads to; null where it is no path and no package. */
  readonly file: string | null;
  readonly problem: ImportProblem | null;
}

/** Why an import could not be followed. `package`: there is no such package in the workspace. */
export interface ImportProblem {
  readonly kind: 'package' | 'missing' | 'outside' | 'unreadable' | 'definition' | 'cycle' | 'depth';
  /** One sentence or two; for cycles and depth with the chain. */
  readonly message: string;
  /** What may be meant instead, as it would be written. */
  readonly instead?: string;
}

export function toProblem(kind: ImportProblem['kind'], message: string, instead?: string): ImportProblem {
  return instead === undefined ? { kind, message } : { kind, message, instead };
}

export function isProblem(found: object | null): found is ImportProblem {
  return found !== null && 'message' in found;
}
