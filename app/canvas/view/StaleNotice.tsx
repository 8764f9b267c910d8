import { createLineIndex } from '#engine';
import { session, setMode, useAnalysis, useDiagnostics, withPort } from '../../session/index.ts';
import { TriangleAlertIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from './StaleNotice.module.css';

/** Says that the YAML cannot be read, where and why, and goes there. The canvas below shows the last text that could be. */
export function StaleNotice({ isStale }: { readonly isStale: boolean }) {
  const analysis = useAnalysis('own');
  const problem = useDiagnostics().find(({ severity }) => severity === 'error') ?? null;
  const line = analysis && problem ? createLineIndex(analysis.syntax.text).positionAt(problem.range.start).line : null;

  function goThere() {
    if (!problem) return;
    if (session.getState().view.mode === 'design') setMode('split');
    withPort('source', (source) => {
      source.reveal(problem.range);
      source.focus();
    });
  }

  return (
    <div className={`${styles.notice} nokey`} role="status">
      <TriangleAlertIcon aria-hidden />
      <div className={styles.text}>
        <strong>{line === null ? 'The YAML cannot be read.' : `The YAML cannot be read at line ${line}.`}</strong>{' '}
        {problem?.message ?? 'A workflow is a map with a list of tasks.'}
        <span className={styles.hint}>
          {isStale ? 'You see the last version that could be read. ' : ''}Fix the text to edit here again.
        </span>
      </div>
      <Button size="small" onClick={goThere} disabled={!problem}>
        {line === null ? 'Show the text' : `Go to line ${line}`}
      </Button>
    </div>
  );
}
