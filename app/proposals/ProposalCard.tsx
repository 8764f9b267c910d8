import type { ReactNode } from 'react';
import type { JudgedChange, JudgedProposal } from '#engine/worker';
import { openFile, session, showTask } from '../session/index.ts';
import { dropProposed, type ShownProposal, takeProposed } from '../session/proposals/index.ts';
import { CheckIcon, GitCompareIcon, XIcon } from '../ui/icons.ts';
import { Button, formatMoment, GivenName, IconButton, Spinner, useNow } from '../ui/index.ts';
import { ProofList } from './ProofList.tsx';
import styles from './proposals.module.css';

export interface ProposalCardProps {
  readonly proposal: ShownProposal;
  readonly isReadOnly: boolean;
  /** Shows what one change does to a file, by its place in the proposal. */
  readonly onCompare: (index: number, path: string) => void;
}

/** One proposal: who proposes what and why, what would come of it, and what can be done with it. */
export function ProposalCard({ proposal, isReadOnly, onCompare }: ProposalCardProps): ReactNode {
  const { judged, problem, id } = proposal;
  if (judged === null) {
    return problem === '' ? (
      <Spinner label="Reading a proposal" />
    ) : (
      <article className={styles.proposal} aria-label={`Proposal ${id}`}>
        <p>
          <GivenName name={`${id}.json`} /> is no proposal that can be read.{' '}
          <GivenName name={problem} isQuoted={false} />
        </p>
        <div className={styles.all}>
          <Button size="small" onClick={() => void dropProposed(proposal, null)}>
            Remove it
          </Button>
        </div>
      </article>
    );
  }
  const waiting = judged.changes.filter(({ state }) => state === 'waits').length;
  return (
    <article className={styles.proposal} aria-label={`Proposal of ${judged.who}`}>
      <Head judged={judged} />
      <ol className={styles.list}>
        {judged.changes.map((change, index) => (
          <ChangeRow
            key={index}
            change={change}
            number={index + 1}
            isReadOnly={isReadOnly}
            onAccept={() => void takeProposed(proposal, [index])}
            onReject={() => void dropProposed(proposal, [index])}
            onCompare={() => onCompare(index, change.path)}
          />
        ))}
      </ol>
      <ProofList proposal={proposal} judged={judged} />
      <div className={styles.all}>
        {waiting > 0 && (
          <Button
            size="small"
            variant="primary"
            disabled={isReadOnly}
            onClick={() => void takeProposed(proposal, null)}
          >
            {waiting === 1 ? 'Accept it' : `Accept all ${waiting}`}
          </Button>
        )}
        <Button size="small" disabled={isReadOnly} onClick={() => void dropProposed(proposal, null)}>
          {waiting > 0 ? 'Reject all' : 'Remove it'}
        </Button>
      </div>
    </article>
  );
}

function Head({ judged: { who, why, at } }: { readonly judged: JudgedProposal }): ReactNode {
  const now = useNow(true, 60_000);
  return (
    <header className={styles.head}>
      <p className={styles.why}>
        <GivenName name={why} isQuoted={false} />
      </p>
      <p className={styles.note}>
        <GivenName name={who} isQuoted={false} /> · <time dateTime={at}>{formatMoment(Date.parse(at), now)}</time>
      </p>
    </header>
  );
}

interface ChangeRowProps {
  readonly change: JudgedChange;
  /** Its place in the proposal, from 1. */
  readonly number: number;
  readonly isReadOnly: boolean;
  readonly onAccept: () => void;
  readonly onReject: () => void;
  readonly onCompare: () => void;
}

/** One change of a proposal as a sentence; pressed it shows the card that it is about. */
function ChangeRow({ change, number, isReadOnly, onAccept, onReject, onCompare }: ChangeRowProps): ReactNode {
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
