import type { ReactNode } from 'react';
import { useSession } from '../session/index.ts';
import { isMutationOld, type MutationState, mutateWorkflow, showPlace, stopMutation } from '../session/tests/index.ts';
import { PlayIcon, SquareIcon } from '../ui/icons.ts';
import { Badge, Button, GivenName, PanelSection } from '../ui/index.ts';
import styles from './tests.module.css';

/** What the tests of a workflow would notice: it is changed in one place at a time, and the changes that no test notices are listed. */
export function MutationPart({ path }: { readonly path: string }): ReactNode {
  const mutation = useSession((state) => state.run.mutation);
  const own = mutation?.path === path ? mutation : null;
  const isOld = useSession(isMutationOld) && own !== null;
  return (
    <PanelSection
      title={
        <>
          Mutation of <GivenName name={path} isQuoted={false} />
        </>
      }
    >
      <div className={styles.head}>
        {own?.isOn === true ? (
          <Button size="small" icon={<SquareIcon />} onClick={stopMutation}>
            Stop
          </Button>
        ) : (
          <Button
            size="small"
            icon={<PlayIcon />}
            aria-disabled={mutation?.isOn || undefined}
            onClick={() => void mutateWorkflow(path)}
          >
            Change and test
          </Button>
        )}
        <p className={styles.words}>{own?.isOn === true && `${own.done} of ${own.total || '…'}`}</p>
      </div>
      {own === null || own.outcome === null ? (
        <p className={styles.legend}>
          Conditions are flipped, routes swapped, handlers removed, retries and joins changed.
        </p>
      ) : (
        <>
          {isOld && <Badge tone="warning">Changed</Badge>}
          <Outcome path={path} mutation={own} outcome={own.outcome} />
        </>
      )}
    </PanelSection>
  );
}

interface OutcomeProps {
  readonly path: string;
  readonly mutation: MutationState;
  readonly outcome: NonNullable<MutationState['outcome']>;
}

function Outcome({ path, mutation, outcome }: OutcomeProps): ReactNode {
  const { mutants, found, survivors, wrong, failing } = outcome;
  if (wrong.length > 0)
    return <p className={styles.wrong}>{`${wrong[0]?.path} has errors: ${wrong[0]?.diagnostics[0]?.message}`}</p>;
  if (failing.length > 0)
    return <p className={styles.wrong}>{`“${failing[0]}” fails without any change. Make all tests pass first.`}</p>;
  const percent = mutants === 0 ? 100 : Math.floor((100 * found) / mutants);
  return (
    <>
      <p className={styles.share}>
        <strong>{`${percent} %`}</strong>
        {` ${found} of ${mutants} changes noticed${mutation.isWhole ? '' : `, stopped after ${mutation.done} of ${mutation.total}`}`}
      </p>
      {survivors.length > 0 && (
        <ul className={styles.list} aria-label={`Changes of ${path} that no test notices`}>
          {survivors.map(({ what, why, at }) => (
            <li key={`${at.line} ${at.column} ${what}`}>
              <button type="button" className={styles.survivor} onClick={() => showPlace(path, at)}>
                <strong>{what}</strong>
                <span>{`Line ${at.line}. ${why}`}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
