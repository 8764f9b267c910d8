import type { ReactNode } from 'react';
import { openFile, showTask, useSession } from '../session/index.ts';
import {
  type CoveredPart,
  compareTargets,
  paintCoverage,
  percentOf,
  showPlace,
  type TargetShare,
  type WorkflowCoverage,
} from '../session/tests/index.ts';
import { classes, GivenName, KeyValueRow, PanelSection, StatusMark, Switch } from '../ui/index.ts';
import styles from './tests.module.css';

const KINDS = ['task', 'edge', 'outcome', 'branch'] as const satisfies readonly CoveredPart['kind'][];

/** What the tests of a workflow come to: in percent, as a list of what they do not, and on the canvas. */
export function CoveragePart({ coverage }: { readonly coverage: WorkflowCoverage }): ReactNode {
  const { path, parts, unplayed } = coverage;
  const isPainted = useSession(({ run: { painted } }) => painted?.kind === 'coverage' && painted.path === path);
  const missed = joinOutcomes(parts.filter(({ count }) => count === 0));
  return (
    <PanelSection
      title={
        <>
          Coverage of <GivenName name={path} isQuoted={false} />
        </>
      }
    >
      <p className={styles.share}>
        <strong>{`${percentOf(parts)} %`}</strong>
        {` ${KINDS.flatMap((kind) => shareOf(parts, kind)).join(', ')}`}
      </p>
      {unplayed.length > 0 && (
        <p className={styles.legend}>
          {`Without ${unplayed.map((name) => `“${name}”`).join(', ')}: ${unplayed.length === 1 ? 'this dataset was' : 'these datasets were'} not played on the current texts.`}
        </p>
      )}
      <TargetList path={path} shares={compareTargets(coverage)} />
      <KeyValueRow label="On the canvas">
        <Switch
          aria-label={`Coverage of ${path} on the canvas`}
          checked={isPainted}
          onChange={(isOn) => {
            if (isOn) openFile(path);
            paintCoverage(isOn ? path : null);
          }}
        />
      </KeyValueRow>
      {isPainted && (
        <p className={styles.legend}>
          A number says how often tests reach a task, and next to it how many of its outcomes and branches they cover. A
          task they never reach says 0× in a dashed, red mark; one that is covered in part is yellow. Lines that they
          take are solid and green; those that they never take are dotted and red, and say “never”.
        </p>
      )}
      {missed.length > 0 && (
        <ul className={styles.list} aria-label={`What no test of ${path} reaches`}>
          {missed.map((part) => (
            <li key={`${part.kind} ${part.task} ${part.name} ${part.at.line}:${part.at.column}`}>
              <button type="button" className={styles.missed} onClick={() => show(path, part)}>
                {wordsFor(part)}
                <span>{`line ${part.at.line}`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  );
}

/** What test files ask for under `coverage`, and whether their tests reach it. */
function TargetList({ path, shares }: { readonly path: string; readonly shares: readonly TargetShare[] }): ReactNode {
  if (shares.length === 0) return null;
  return (
    <>
      <ul className={styles.list} aria-label={`Coverage that ${path} must have`}>
        {shares.map((share) => (
          <li key={share.name} className={classes(styles.target, isMissed(share) && styles.below)}>
            <StatusMark size="small" isDecorative status={isMissed(share) ? 'error' : 'success'} />
            <p>
              <strong>{TARGET_WORDS[share.name]}</strong>
              {` ${share.percent} %, `}
              <span>{`${isMissed(share) ? 'missed' : 'reached'} ${share.wanted} %`}</span>
            </p>
          </li>
        ))}
      </ul>
      {shares.some(isMissed) && (
        <p className={styles.legend}>
          <code>signalbox test --coverage</code> fails below that.
        </p>
      )}
    </>
  );
}

function isMissed({ percent, wanted }: TargetShare): boolean {
  return percent < wanted;
}

const TARGET_WORDS = {
  all: 'All parts',
  tasks: 'Tasks',
  edges: 'Edges',
  outcomes: 'Outcomes',
  branches: 'Branches',
} as const satisfies Record<TargetShare['name'], string>;

/** How many of a kind are covered, in words; empty where the workflow has none of it. */
function shareOf(parts: readonly CoveredPart[], kind: CoveredPart['kind']): readonly string[] {
  const own = parts.filter((part) => part.kind === kind);
  if (own.length === 0) return [];
  const covered = own.filter(({ count }) => count > 0).length;
  return [`${covered} of ${own.length} ${kind === 'branch' ? 'branches' : `${kind}s`}`];
}

function wordsFor({ kind, task, name }: CoveredPart): string {
  if (kind === 'task') return `${task} never starts`;
  if (kind === 'edge') return `${task} never takes ${name}`;
  if (kind === 'branch') return `${task === '' ? 'the workflow' : task} never finds that ${name}`;
  return `${task} never ends with ${name}`;
}

/** The outcomes of a task as one part: it may have a dozen. */
function joinOutcomes(missed: readonly CoveredPart[]): readonly CoveredPart[] {
  return missed.flatMap((part) => {
    const own =
      part.kind === 'outcome' ? missed.filter(({ kind, task }) => kind === 'outcome' && task === part.task) : [part];
    return own[0] === part ? [{ ...part, name: own.map(({ name }) => name).join(', ') }] : [];
  });
}

/** Goes to the task on the canvas; to the text where a part is of no task. */
function show(path: string, { task, at }: CoveredPart): void {
  if (task === '') return showPlace(path, at);
  openFile(path);
  showTask(task);
}
