import { type ReactNode, useState } from 'react';
import {
  type ActivationView,
  type ChildPair,
  type Difference,
  pairChildren,
  type RunView,
  type StepPair,
} from '#engine/run';
import { compareInside } from '../../session/relatedRuns/index.ts';
import { ChevronLeftIcon, ChevronRightIcon, GitCompareIcon } from '../../ui/icons.ts';
import {
  Button,
  formatLength,
  formatStatus,
  IconButton,
  type Status,
  StatusMark,
  Tabs,
  VisuallyHidden,
} from '../../ui/index.ts';
import { formatUsage } from '../parts/formatUsage.ts';
import { ErrorNote } from '../parts/StepParts.tsx';
import styles from './CompareDetails.module.css';
import { workedIn } from './toCompared.ts';
import { TextDifference, ValueDifference } from './ValueDifference.tsx';

/** What is shown of one side: an activation, or a whole run. */
export interface ComparedSide
  extends Pick<ActivationView, 'input' | 'output' | 'error' | 'startedAt' | 'endedAt' | 'retryCount' | 'usage'> {
  readonly status: Status;
  /** When its run was paused or interrupted. */
  readonly idle: RunView['idle'];
}

type SideTab = 'output' | 'input' | 'error' | 'text';

export interface SidesProps {
  readonly older: ComparedSide | null;
  readonly newer: ComparedSide | null;
  /** In what they differ. */
  readonly differences: readonly Difference[];
  /** Prefix of a copied path of the output and of the input. */
  readonly names: readonly [output: string, input: string];
  readonly text: { readonly older: string | null; readonly newer: string | null };
  readonly part?: string | undefined;
}

/** What differs of two sides: their facts, and one of output, input, error and text at a time. */
export function Sides({ older, newer, differences, names, text, part }: SidesProps): ReactNode {
  const hasError = older?.error != null || newer?.error != null;
  const hasText = text.older !== null && text.newer !== null && text.older !== text.newer;
  const [chosen, setChosen] = useState<SideTab>(() => {
    if (hasError && (differences.includes('error') || older === null || newer === null)) return 'error';
    return differences.includes('output') || !differences.includes('input') ? 'output' : 'input';
  });
  const sign = (name: 'output' | 'input' | 'error') => (differences.includes(name) ? '≠' : undefined);
  return (
    <>
      <Facts older={older} newer={newer} part={part} />
      <Tabs<SideTab>
        className={styles.parts}
        label="What to compare"
        value={chosen}
        onChange={setChosen}
        tabs={[
          {
            value: 'output',
            label: 'Output',
            count: sign('output'),
            content: <ValueDifference label={names[0]} older={older?.output} newer={newer?.output} />,
          },
          {
            value: 'input',
            label: 'Input',
            count: sign('input'),
            content: <ValueDifference label={names[1]} older={older?.input} newer={newer?.input} />,
          },
          ...(hasError
            ? [
                {
                  value: 'error' as const,
                  label: 'Error',
                  count: sign('error'),
                  content: <ErrorDifference older={older} newer={newer} />,
                },
              ]
            : []),
          ...(hasText
            ? [
                {
                  value: 'text' as const,
                  label: 'YAML',
                  count: '≠',
                  content: <TextDifference older={text.older ?? ''} newer={text.newer ?? ''} />,
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** Both errors place by place; where only one side failed, its message. */
function ErrorDifference({ older, newer }: Pick<SidesProps, 'older' | 'newer'>): ReactNode {
  if (older?.error != null && newer?.error != null)
    return <ValueDifference label="error" older={{ ...older.error }} newer={{ ...newer.error }} />;
  const failed = older?.error ?? newer?.error ?? null;
  return (
    <div className={styles.failed}>
      <p className={styles.none}>{`Only the ${older?.error == null ? 'newer' : 'older'} run failed here.`}</p>
      {failed && <ErrorNote error={failed} />}
    </div>
  );
}

/** How both sides ended, in two columns; a row that differs has a sign. */
function Facts({ older, newer, part }: Pick<SidesProps, 'older' | 'newer' | 'part'>): ReactNode {
  const hasTokens = older?.usage !== undefined || newer?.usage !== undefined;
  const isRetried = (older?.retryCount ?? 0) + (newer?.retryCount ?? 0) > 0;
  return (
    <table className={styles.facts}>
      <thead>
        <tr>
          <th scope="col">{part ?? <VisuallyHidden>What</VisuallyHidden>}</th>
          <th scope="col">Older</th>
          <th scope="col">Newer</th>
        </tr>
      </thead>
      <tbody>
        <tr data-differs={older?.status !== newer?.status || undefined}>
          <th scope="row">Status</th>
          <td>
            <SideStatus side={older} />
          </td>
          <td>
            <SideStatus side={newer} />
          </td>
        </tr>
        <Fact name="Time" older={timeOf(older)} newer={timeOf(newer)} isPlain />
        {isRetried && <Fact name="Attempts" older={attemptsOf(older)} newer={attemptsOf(newer)} />}
        {hasTokens && <Fact name="Tokens" older={usageOf(older)} newer={usageOf(newer)} isPlain />}
      </tbody>
    </table>
  );
}

interface FactProps {
  readonly name: string;
  readonly older: string;
  readonly newer: string;
  /** True where other words are no difference. */
  readonly isPlain?: boolean;
}

function Fact({ name, older, newer, isPlain = false }: FactProps): ReactNode {
  return (
    <tr data-differs={(!isPlain && older !== newer) || undefined}>
      <th scope="row">{name}</th>
      <td>{older}</td>
      <td>{newer}</td>
    </tr>
  );
}

function SideStatus({ side }: { readonly side: ComparedSide | null }): ReactNode {
  if (side === null) return <span className={styles.absent}>Did not run</span>;
  return (
    <span className={styles.status}>
      <StatusMark status={side.status} size="small" isDecorative />
      {formatStatus(side.status)}
    </span>
  );
}

function timeOf(side: ComparedSide | null): string {
  const worked = side === null ? null : workedIn(side, side.idle);
  return worked === null ? '–' : formatLength(worked);
}

function attemptsOf(side: ComparedSide | null): string {
  return side === null ? '–' : String(side.retryCount + 1);
}

function usageOf(side: ComparedSide | null): string {
  return side?.usage === undefined ? '–' : formatUsage(side.usage);
}

interface InsidePairProps {
  readonly step: StepPair;
  /** Path of the file whose runs are compared. */
  readonly file: string;
  readonly taskId: string;
}

/** Leads from a task to the comparison of the runs that it started on both sides; of several, one is chosen. */
export function InsidePair({ step, file, taskId }: InsidePairProps): ReactNode {
  const pairs = pairChildren(step);
  const [at, setAt] = useState(0);
  const pair = pairs[at];
  if (pair === undefined) return null;
  const words = describePair(pair, pairs);
  const isSame = pair.older === pair.newer;
  return (
    <div className={styles.inside}>
      {isSame ? (
        <span>{`${words}: the newer run took over the run of the older one.`}</span>
      ) : (
        <Button
          size="small"
          variant="ghost"
          icon={<GitCompareIcon />}
          onClick={() => compareInside({ runId: pair.older, other: pair.newer }, { file, taskId })}
        >
          {`Compare the runs inside: ${words}`}
        </Button>
      )}
      {pairs.length > 1 && (
        <span className={styles.moves}>
          <IconButton
            size="small"
            label="Previous run inside"
            icon={<ChevronLeftIcon />}
            disabled={at === 0}
            onClick={() => setAt(at - 1)}
          />
          <span>{`${(at + 1).toLocaleString('en')} of ${pairs.length.toLocaleString('en')}`}</span>
          <IconButton
            size="small"
            label="Next run inside"
            icon={<ChevronRightIcon />}
            disabled={at === pairs.length - 1}
            onClick={() => setAt(at + 1)}
          />
        </span>
      )}
    </div>
  );
}

/** The file, with the item and the attempt where these tell one pair from the others. */
function describePair({ file, item, attempt }: ChildPair, pairs: readonly ChildPair[]): string {
  const isRetried = pairs.some((pair) => pair.attempt > 1);
  return [file, ...(item === null ? [] : [`item ${item + 1}`]), ...(isRetried ? [`attempt ${attempt}`] : [])].join(
    ', ',
  );
}
