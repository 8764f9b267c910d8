import type { ReactNode } from 'react';
import { type ActivationView, type RunError, tellError } from '#engine/run';
import type { Json } from '#engine/values';
import { downloadBlob } from '../../platform/index.ts';
import { copyText } from '../../session/index.ts';
import { formatLength, shortText, ValueReader } from '../../ui/index.ts';
import styles from './step.module.css';

/** How many attempts of one step are listed: the last ones. */
const MOST_LISTED = 200;

/** A value of a step as a tree; `label` is the prefix of a copied path. */
export function StepValue({ label, value }: { readonly label: string; readonly value: Json }): ReactNode {
  return (
    <div className={styles.value}>
      <ValueReader
        key={label}
        label={label}
        value={value}
        onCopy={(text) => void copyText(text)}
        onSave={downloadBlob}
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

/** Each attempt of a retried step: how long it took and why it failed. */
export function Attempts({ step }: { readonly step: ActivationView }): ReactNode {
  return (
    <ol className={styles.attempts} aria-label="Attempts">
      {step.attempts.length > MOST_LISTED && <li>{step.attempts.length - MOST_LISTED} before these</li>}
      {step.attempts.slice(-MOST_LISTED).map((attempt) => (
        <li key={attempt.attempt} data-failed={attempt.error !== null || undefined}>
          Attempt {attempt.attempt}
          {attempt.endedAt !== null && ` · ${formatLength(attempt.endedAt - attempt.startedAt)}`}
          {attempt.error && ` · ${attempt.error.code}: ${shortText(attempt.error.message, 2_000)}`}
        </li>
      ))}
    </ol>
  );
}
