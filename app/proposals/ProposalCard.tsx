import { type ReactNode, useEffect, useState } from 'react';
import type { JudgedProposal } from '#engine/worker';
import { VERDICT_WORDS } from '../session/backtest/index.ts';
import {
  dropProposed,
  replayProposed,
  type ShownProposal,
  takeProposed,
  testProposed,
} from '../session/proposals/index.ts';
import { Button, formatMoment, GivenName, Spinner, useNow } from '../ui/index.ts';
import { ChangeRow } from './ChangeRow.tsx';
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
          The last runs on this text:{' '}
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
