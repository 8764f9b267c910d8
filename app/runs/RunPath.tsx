import type { ReactNode } from 'react';
import { useSession } from '../session/index.ts';
import { openRun } from '../session/run/index.ts';
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
        {parent.files.map((file, depth) => (
          <li key={file}>
            <FileLink file={file} open={openerOf(depth, parent)} />
            <ChevronRightIcon aria-hidden />
          </li>
        ))}
        <li aria-current="page">{path}</li>
      </ol>
    </nav>
  );
}

function FileLink({ file, open }: { readonly file: string; readonly open: (() => void) | null }): ReactNode {
  if (open === null) return file;
  return (
    <Button size="small" variant="ghost" onClick={open} title={`Back to the run of ${file}`}>
      {file}
    </Button>
  );
}

interface Around {
  readonly runId: string;
  readonly key: string;
  readonly root: string;
  readonly files: readonly string[];
}

/** What opens the run of a file around; null where its id is not known here. */
function openerOf(depth: number, { runId, key, root, files }: Around): (() => void) | null {
  if (depth === files.length - 1) return () => void openRun(runId, { call: key });
  return depth === 0 ? () => void openRun(root) : null;
}
