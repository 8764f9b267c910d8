import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import type { JudgedProposal } from '#engine/worker';
import { VERDICT_WORDS } from '../session/backtest/index.ts';
import {
  followProof,
  isProofWhole,
  type ProposedProof,
  proofOf,
  type ShownProposal,
} from '../session/proposals/index.ts';
import { GivenName } from '../ui/index.ts';
import styles from './proposals.module.css';

/** So much of a kind is told one by one. */
const MOST_TOLD = 3;

export interface ProofListProps {
  readonly proposal: ShownProposal;
  readonly judged: JudgedProposal;
}

/** What would come of a proposal: what the check says at once, and then, as they come, tests, runs, what runs take, and faults. */
export function ProofList({ proposal, judged }: ProofListProps): ReactNode {
  const follow = useCallback((listener: () => void) => followProof(proposal, listener), [proposal]);
  const proof = useSyncExternalStore(follow, () => proofOf(proposal));
  const { added, gone } = judged;
  return (
    <ul className={styles.proof} aria-label="Effects of this proposal">
      {added.map(({ message, severity, path }, index) => (
        <li key={index} data-tone={severity === 'error' ? 'error' : 'warning'}>
          New in {path}: {message}
        </li>
      ))}
      {added.length === 0 && <li>No new problems.</li>}
      {gone > 0 && <li>{gone === 1 ? '1 problem is gone.' : `${gone} problems are gone.`}</li>}
      <Tests of={proof} />
      <Runs of={proof} />
      {proof.forecast?.map((sentence) => (
        <li key={sentence}>
          <Sentence text={sentence} />
        </li>
      ))}
      {proof.faults?.slice(0, MOST_TOLD).map((sentence) => (
        <li key={sentence} data-tone={sentence.startsWith('New: ') ? 'warning' : undefined}>
          <Sentence text={sentence} />
        </li>
      ))}
      {proof.faults && proof.faults.length > MOST_TOLD && (
        <li>{proof.faults.length - MOST_TOLD} more after faults. Run a drill to see all of them.</li>
      )}
      {!isProofWhole(proof) && judged.after.size > 0 && <li>Checking tests, runs and faults…</li>}
    </ul>
  );
}

/** What names parts of a workflow, which anybody may have written. */
function Sentence({ text }: { readonly text: string }): ReactNode {
  return <GivenName name={text} isQuoted={false} />;
}

function Tests({ of: { tests } }: { readonly of: ProposedProof }): ReactNode {
  if (tests == null) return null;
  const { passed, failed, uncovered } = tests;
  return (
    <>
      {failed.length === 0 && <li>{passed === 1 ? 'Its test passes.' : `All ${passed} tests pass.`}</li>}
      {failed.map((name, index) => (
        <li key={`test ${index}`} data-tone="error">
          The test <GivenName name={name} /> fails.
        </li>
      ))}
      {uncovered.length > 0 && (
        <li data-tone="warning">
          {uncovered.length === 1
            ? 'No test reaches this new or formerly tested part'
            : `No test reaches these ${uncovered.length} new or formerly tested parts`}
          : <Sentence text={uncovered.slice(0, MOST_TOLD).join('; ')} />
          {uncovered.length > MOST_TOLD && `; and ${uncovered.length - MOST_TOLD} more`}.
        </li>
      )}
    </>
  );
}

function Runs({ of: { runs } }: { readonly of: ProposedProof }): ReactNode {
  if (runs == null || runs.length === 0) return null;
  return (
    <li data-tone={runs.some(({ verdict }) => verdict === 'now fails') ? 'error' : undefined}>
      The last runs, played again with this change:{' '}
      {runs.map(({ verdict, count }) => `${count} ${VERDICT_WORDS[verdict ?? 'not played'].short}`).join(', ')}.
    </li>
  );
}
