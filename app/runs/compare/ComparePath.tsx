import type { ReactNode } from 'react';
import { useSession } from '../../session/index.ts';
import { compareAround } from '../../session/relatedRuns/index.ts';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from './ComparePath.module.css';

/** Of a comparison of runs inside: the files around them and the tasks that lead here, with ways back. */
export function ComparePath({ file }: { readonly file: string }): ReactNode {
  const comparison = useSession((state) => state.run.comparison);
  const around = comparison?.around ?? [];
  if (around.length === 0) return null;
  return (
    <nav className={styles.path} aria-label="Comparisons around this one">
      <ol>
        {around.map(({ runId, file: outer, taskId }, depth) => (
          <li key={runId}>
            <Button
              size="small"
              variant="ghost"
              onClick={() => compareAround(depth)}
              title={`Back to the comparison of the runs of ${outer}`}
            >
              {`${outer} · ${taskId}`}
            </Button>
            <ChevronRightIcon aria-hidden />
          </li>
        ))}
        <li aria-current="page">{file}</li>
      </ol>
    </nav>
  );
}
