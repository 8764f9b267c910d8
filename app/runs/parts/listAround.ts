import type { ShownRun } from '../../session/run/index.ts';

/** The run of a file around another run. */
export interface RunAround {
  readonly file: string;
  /** What to open to get back there; null where its id is not known here. */
  readonly back: { readonly runId: string; readonly call?: string } | null;
}

/** The runs around one that another one has started, the outermost first. The one that called leads to its call. */
export function listAround({
  runId,
  key,
  root,
  files,
}: Pick<NonNullable<ShownRun['parent']>, 'runId' | 'key' | 'root' | 'files'>): readonly RunAround[] {
  return files.map((file, depth) => {
    if (depth === files.length - 1) return { file, back: { runId, call: key } };
    return { file, back: depth === 0 ? { runId: root } : null };
  });
}
