import type { ReactNode } from 'react';
import { type ActivationView, type RunError, type RunView, tellError, workedBetween } from '#engine/run';
import type { Json } from '#engine/values';
import { downloadBlob } from '../../platform/index.ts';
import { copyText } from '../../session/index.ts';
import { startReferenceDrag } from '../../session/workspace/index.ts';
import { formatLength, shortText, ValueReader } from '../../ui/index.ts';
import styles from './step.module.css';

/** How many attempts of one step are listed: the last ones. */
const MOST_LISTED = 200;

interface StepValueProps {
  /** The prefix of a copied path. */
  readonly label: string;
  readonly value: Json;
  /** Whether its lines can be dragged to the field that is to read them. */
  readonly isReadable?: boolean;
}

/** A value of a step as a tree. */
export function StepValue({ label, value, isReadable = false }: StepValueProps): ReactNode {
  return (
    <div className={styles.value}>
      <ValueReader
        key={label}
        label={label}
        value={value}
        onCopy={(text) => void copyText(text)}
        onSave={downloadBlob}
        onDrag={isReadable ? startReferenceDrag : undefined}
      />
    </div>
  );
}

/** Why a step or a call failed. */
export function ErrorNote({ error }: { readonly error: RunError }): ReactNode {
  return (
    <div className={styles.error} role="note">
      <code>{error.code}</code>
      <p>{shortText(tellError(error), 20_000)}</p>
      {error.details !== null && <StepValue label="error.details" value={error.details} />}
    </div>
  );
}

interface AttemptsProps {
  readonly step: ActivationView;
  /** When its run was paused or interrupted: nothing worked then. */
  readonly idle: RunView['idle'];
  /** The attempt whose calls alone are shown; null: those of all. */
  readonly chosen: number | null;
  readonly onChoose: (attempt: number | null) => void;
}

/** Each attempt of a retried step: how long it took and why it failed. One that is chosen has its calls alone shown. */
export function Attempts({ step, idle, chosen, onChoose }: AttemptsProps): ReactNode {
  return (
    <ol className={styles.attempts} aria-label="Attempts">
      {step.attempts.length > MOST_LISTED && <li>{step.attempts.length - MOST_LISTED} before these</li>}
      {step.attempts.slice(-MOST_LISTED).map(({ attempt, startedAt, endedAt, error }) => (
        <li key={attempt} data-failed={error !== null || undefined}>
          <button
            type="button"
            className={styles.attempt}
            aria-pressed={attempt === chosen}
            title={attempt === chosen ? 'Show the calls of all attempts' : 'Show its calls alone'}
            onClick={() => onChoose(attempt === chosen ? null : attempt)}
          >
            Attempt {attempt}
            {endedAt !== null && ` · ${formatLength(workedBetween(idle, startedAt, endedAt))}`}
            {error && ` · ${error.code}: ${shortText(tellError(error), 2_000)}`}
          </button>
        </li>
      ))}
    </ol>
  );
}
