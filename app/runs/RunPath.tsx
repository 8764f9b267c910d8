import type { ReactNode } from 'react';
import { useSession } from '../session/index.ts';
import { openRun, type ShownRun } from '../session/run/index.ts';
import { ChevronRightIcon, WorkflowIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import styles from './RunPath.module.css';

/** Of a run that another one has started: the files around it, with ways back to its parent and to the outermost run. */
export function RunPath(): ReactNode {
  const parent = useSession((state) => state.run.shown?.parent ?? null);
  const path = useSession((state) => state.run.shown?.path);
  if (parent === null) return null;
  return (
    <nav className={styles.path} aria-label="Runs around this one">
      <WorkflowIcon aria-hidden />
      <ol>
        {listAround(parent).map((around) => (
          <li key={around.file}>
            <FileLink around={around} />
            <ChevronRightIcon aria-hidden />
          </li>
        ))}
        <li aria-current="page">{path}</li>
      </ol>
    </nav>
  );
}

function FileLink({ around: { file, back } }: { readonly around: RunAround }): ReactNode {
  if (back === null) return file;
  const { runId, ...to } = back;
  return (
    <Button size="small" variant="ghost" onClick={() => void openRun(runId, to)} title={`Back to the run of ${file}`}>
      {file}
    </Button>
  );
}

/** The run of a file around another run. */
interface RunAround {
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
