import { type ReactNode, useSyncExternalStore } from 'react';
import type { MergedRow } from '#engine/worker';
import {
  compareMerged,
  currentProof,
  type MergeSubject,
  onProofs,
  type ProvedMerge,
  type ProvedTest,
} from '../../session/merges/index.ts';
import { GitCompareIcon } from '../../ui/icons.ts';
import { Button, formatMoment, formatStatus, GivenName, StatusMark, useNow } from '../../ui/index.ts';
import styles from './MergeProof.module.css';

/** What comes of the merge that is decided. */
export function CurrentProof(): ReactNode {
  const proved = useSyncExternalStore(onProofs, currentProof);
  return proved === null ? null : <ProofView proved={proved} />;
}

/** What tests and recorded runs say of a merged text: what goes as on neither side first. Each run opens in a comparison. */
export function ProofView({ proved }: { readonly proved: ProvedMerge }): ReactNode {
  const { subject, tests, runs, problem } = proved;
  const failing = tests.filter(({ why }) => why !== null);
  return (
    <section className={styles.proof} aria-label="Proof">
      <h3 className={styles.heading}>Tests and recorded runs on the merged text</h3>
      <p role="status">{describeProof(proved)}</p>
      {problem !== null && <p className={styles.problem}>{problem}</p>}
      {failing.length > 0 && (
        <ul className={styles.list}>
          {failing.map((test, index) => (
            <FailedTest key={index} test={test} />
          ))}
        </ul>
      )}
      {VERDICTS.map((verdict) => (
        <Runs
          key={verdict}
          subject={subject}
          verdict={verdict}
          runs={runs.filter((run) => (run.verdict ?? 'not played') === verdict)}
        />
      ))}
    </section>
  );
}

/** What a run comes to, as the head of a list; the worst first. */
const HEADS = {
  'as in neither': 'Different from both sides',
  'not played': 'Not played',
  'as in both': 'Changes from both sides combined',
  'as in ours': 'Same as ours',
  'as in theirs': 'Same as theirs',
  'the same': 'The same on both sides',
} as const satisfies Record<NonNullable<MergedRow['verdict']> | 'not played', string>;

// The keys of an object literal come in their order.
const VERDICTS = Object.keys(HEADS) as (keyof typeof HEADS)[];

function describeProof({ tests, runs, isDone, problem }: ProvedMerge): string {
  const failing = tests.filter(({ why }) => why !== null).length;
  const found = [
    ...(tests.length === 0
      ? []
      : [
          failing === 0
            ? `${count(tests.length, 'test')} passed`
            : `${failing} of ${count(tests.length, 'test')} failed`,
        ]),
    ...(runs.length === 0 ? [] : [`${count(runs.length, 'recorded run')} played again`]),
  ].join(', ');
  if (!isDone) return found === '' ? 'Playing tests and recorded runs…' : `Playing… ${found} so far.`;
  if (found !== '') return `${found}. Nothing was sent.`;
  return problem === null ? 'There is nothing to prove it with: this workflow has no tests and no recorded runs.' : '';
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? '' : 's'}`;
}

function FailedTest({ test: { path, name, why, passesOn } }: { readonly test: ProvedTest }): ReactNode {
  const where =
    passesOn.length === 0 ? 'also fails on both sides' : `fails, but passes on ${passesOn.join(' and on ')}`;
  return (
    <li className={styles.row}>
      <StatusMark status="error" isDecorative />
      <div className={styles.words}>
        <strong>
          <GivenName name={name} /> {where}
        </strong>
        <span>
          <GivenName name={path} isQuoted={false} />: {why}
        </span>
      </div>
    </li>
  );
}

interface RunsProps {
  readonly subject: MergeSubject;
  readonly verdict: keyof typeof HEADS;
  readonly runs: readonly MergedRow[];
}

function Runs({ subject, verdict, runs }: RunsProps): ReactNode {
  if (runs.length === 0) return null;
  return (
    <details open={verdict === 'as in neither'}>
      <summary className={styles.head}>
        {HEADS[verdict]} <span>{runs.length}</span>
      </summary>
      <ul className={styles.list}>
        {runs.map((run) => (
          <RunRow key={run.runId} subject={subject} run={run} />
        ))}
      </ul>
    </details>
  );
}

function RunRow({ subject, run }: { readonly subject: MergeSubject; readonly run: MergedRow }): ReactNode {
  const now = useNow(false);
  const { runId, startedAt, status, note, verdict } = run;
  const when = formatMoment(startedAt, now);
  return (
    <li className={styles.row}>
      <StatusMark status={status} isDecorative />
      <div className={styles.words}>
        <strong>{`${when} · ${formatStatus(status)}`}</strong>
        {note !== null && <span>{note}</span>}
      </div>
      {verdict !== null && (
        <div className={styles.acts}>
          {(['ours', 'theirs'] as const).map((side) => (
            <Button
              key={side}
              size="small"
              icon={<GitCompareIcon aria-hidden />}
              aria-label={`Compare the run of ${when} on ${side} with the merged text`}
              onClick={() => void compareMerged(subject, runId, side)}
            >
              {side === 'ours' ? 'With ours' : 'With theirs'}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
