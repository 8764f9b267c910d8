import { type ReactNode, useEffect, useState } from 'react';
import type { JudgedChange, JudgedProposal } from '#engine/worker';
import { VERDICT_WORDS } from '../session/backtest/index.ts';
import { openFile, session, showTask } from '../session/index.ts';
import {
  dropProposed,
  replayProposed,
  type ShownProposal,
  takeProposed,
  testProposed,
} from '../session/proposals/index.ts';
import { CheckIcon, GitCompareIcon, XIcon } from '../ui/icons.ts';
import { Button, formatMoment, GivenName, IconButton, Spinner, useNow } from '../ui/index.ts';
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
      <Proof proposal={proposal} judged={judged} />
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

/** What the check and the tests say of the texts that it leads to. */
function Proof({ proposal, judged }: { readonly proposal: ShownProposal; readonly judged: JudgedProposal }): ReactNode {
  const tests = useProof(proposal, testProposed);
  const runs = useProof(proposal, replayProposed) ?? [];
  const { added, gone } = judged;
  return (
    <ul className={styles.proof} aria-label="What would come of it">
      {added.map(({ message, severity, path }, index) => (
        <li key={index} data-tone={severity === 'error' ? 'error' : 'warning'}>
          New in {path}: {message}
        </li>
      ))}
      {added.length === 0 && <li>No new problems.</li>}
      {gone > 0 && <li>{gone === 1 ? '1 problem is gone.' : `${gone} problems are gone.`}</li>}
      {tests !== null && tests.failed.length === 0 && (
        <li>{tests.passed === 1 ? 'Its test passes.' : `All ${tests.passed} tests pass.`}</li>
      )}
      {tests?.failed.map((name, index) => (
        <li key={`test ${index}`} data-tone="error">
          The test <GivenName name={name} /> fails.
        </li>
      ))}
      {runs.length > 0 && (
        <li data-tone={runs.some(({ verdict }) => verdict === 'now fails') ? 'error' : undefined}>
          The last runs, played again with this change:{' '}
          {runs.map(({ verdict, count }) => `${count} ${VERDICT_WORDS[verdict ?? 'not played'].short}`).join(', ')}.
        </li>
      )}
    </ul>
  );
}

/** What a proof comes to on the texts that a proposal leads to; null while that is not known, and where there is nothing to be said. */
function useProof<Found>(
  proposal: ShownProposal,
  prove: (of: ShownProposal, isWanted: () => boolean) => Promise<Found | null>,
): Found | null {
  const [known, setKnown] = useState<{ readonly of: ShownProposal; readonly found: Found | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    void prove(proposal, () => isWanted).then((found) => isWanted && setKnown({ of: proposal, found }));
    return () => {
      isWanted = false;
    };
  }, [proposal, prove]);
  return known?.of === proposal ? known.found : null;
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
