import type { ReactNode } from 'react';
import type { JudgedChange } from '#engine/worker';
import { openFile, session, showTask } from '../session/index.ts';
import { CheckIcon, GitCompareIcon, XIcon } from '../ui/icons.ts';
import { GivenName, IconButton } from '../ui/index.ts';
import styles from './proposals.module.css';

export interface ChangeRowProps {
  readonly change: JudgedChange;
  /** Its place in the proposal, from 1. */
  readonly number: number;
  readonly isReadOnly: boolean;
  readonly onAccept: () => void;
  readonly onReject: () => void;
  readonly onCompare: () => void;
}

/** One change of a proposal as a sentence; pressed it shows the card that it is about. */
export function ChangeRow({ change, number, isReadOnly, onAccept, onReject, onCompare }: ChangeRowProps): ReactNode {
  const { sentences, path, state, why, needs } = change;
  return (
    <li className={styles.change} data-state={state}>
      <button type="button" className={styles.words} onClick={() => showPlace(change)}>
        {sentences.map((sentence, index) => (
          <GivenName key={index} name={sentence} isQuoted={false} />
        ))}
        {path !== session.getState().document.activePath && (
          <span className={styles.note}>
            in <GivenName name={path} isQuoted={false} />
          </span>
        )}
        {needs.length > 0 && state === 'waits' && (
          <span className={styles.note}>Comes with {listed(needs.map((index) => index + 1))}.</span>
        )}
        {state === 'done' && <span className={styles.note}>It is there already.</span>}
        {state === 'lost' && (
          <span className={styles.note}>
            No longer applies: <GivenName name={why} isQuoted={false} />
          </span>
        )}
      </button>
      <span className={styles.actions}>
        {state === 'waits' && (
          <>
            <IconButton
              size="small"
              label={`Compare change ${number} with the current text`}
              icon={<GitCompareIcon />}
              onClick={onCompare}
            />
            <IconButton
              size="small"
              label={`Accept change ${number}`}
              icon={<CheckIcon />}
              disabled={isReadOnly}
              onClick={onAccept}
            />
          </>
        )}
        <IconButton
          size="small"
          label={`Reject change ${number}`}
          icon={<XIcon />}
          disabled={isReadOnly}
          onClick={onReject}
        />
      </span>
    </li>
  );
}

function showPlace({ path, tasks }: JudgedChange): void {
  const { document } = session.getState();
  if (document.workspace.files.has(path) && document.activePath !== path) openFile(path);
  const [task] = tasks;
  if (task !== undefined && document.workspace.files.has(path)) showTask(task);
}

function listed(numbers: readonly number[]): string {
  const [last, ...others] = numbers.toReversed();
  return others.length === 0 ? `${last}` : `${others.toReversed().join(', ')} and ${last}`;
}
