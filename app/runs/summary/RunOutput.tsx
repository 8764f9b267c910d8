import type { ReactNode } from 'react';
import { tellError, tellWarning } from '#engine/run';
import type { Json } from '#engine/values';
import { doAction, useAction } from '../../actions/index.ts';
import { downloadBlob } from '../../platform/index.ts';
import { copyText } from '../../session/index.ts';
import type { ShownRun } from '../../session/run/index.ts';
import { Badge, Button, shortText, ValueReader } from '../../ui/index.ts';
import styles from './RunOutput.module.css';

/** How many warnings are listed. */
const MOST_WARNINGS = 200;

/** What a run gave, why it failed, and what it warned of. */
export function RunOutput({ run }: { readonly run: ShownRun }): ReactNode {
  const { status, error, output, warnings } = run.view;
  const canBeFixed = useAction('assistant.fix').isEnabled;
  return (
    <section className={styles.part} aria-label="Output of the run">
      {error && (
        <div className={styles.error}>
          <code>{error.code}</code> {shortText(tellError(error), 20_000)}
          {canBeFixed && (
            <div className={styles.help}>
              <Button size="small" onClick={() => doAction('assistant.fix')}>
                Propose a fix
              </Button>
              <Button size="small" variant="ghost" onClick={() => doAction('assistant.explain')}>
                Explain
              </Button>
            </div>
          )}
        </div>
      )}
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Warnings of the run">
          {warnings.slice(0, MOST_WARNINGS).map((warning, index) => (
            <li key={`${index}`}>
              <Badge tone="warning">{warning.code}</Badge> {warning.taskId ? `${warning.taskId}: ` : ''}
              {shortText(tellWarning(warning, run.view), 2_000)}
            </li>
          ))}
          {warnings.length > MOST_WARNINGS && <li>{warnings.length - MOST_WARNINGS} more are among the events.</li>}
        </ul>
      )}
      {status === 'success' ? <Value label="output" value={output} isResult /> : <p>{WORDS[status]}</p>}
    </section>
  );
}

/** What a run was started with. */
export function RunInput({ run }: { readonly run: ShownRun }): ReactNode {
  return (
    <section className={styles.part} aria-label="Input of the run">
      <Value label="workflow.input" value={run.view.input} />
    </section>
  );
}

const WORDS = {
  running: 'The output is shown here when the run ends.',
  error: 'A run that failed has no output. What its steps returned is in the timeline.',
  cancelled: 'The run was stopped before it had an output. What its steps returned is in the timeline.',
} as const;

interface ValueProps {
  readonly label: string;
  readonly value: Json;
  readonly isResult?: boolean;
}

function Value({ label, value, isResult = false }: ValueProps): ReactNode {
  return (
    <ValueReader
      label={label}
      value={value}
      isResult={isResult}
      onCopy={(text) => void copyText(text)}
      onSave={downloadBlob}
    />
  );
}
