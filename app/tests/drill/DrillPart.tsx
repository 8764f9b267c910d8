import { type ReactNode, useEffect, useState } from 'react';
import { isTestFile } from '#engine';
import { workflowOf } from '#engine/model';
import { useSession } from '../../session/index.ts';
import {
  type DrillSource,
  type DrillState,
  drillWorkflow,
  isDrillOld,
  paintDrill,
  stopDrill,
  type TestedFile,
  unpaintDrill,
} from '../../session/tests/index.ts';
import { FlaskConicalIcon, PlayIcon, SquareIcon } from '../../ui/icons.ts';
import { Badge, Button, EmptyState, Select, type SelectOption } from '../../ui/index.ts';
import { DrillReport } from './DrillReport.tsx';
import styles from './drill.module.css';

/** Drills of the workflow on screen: which runs things go wrong in, progress, and what came of each fault of each task. */
export function DrillPart(): ReactNode {
  const path = useWorkflowPath();
  const drill = useSession((state) => state.run.drill);
  const isOld = useSession(isDrillOld);
  useEffect(() => {
    paintDrill();
    return unpaintDrill;
  }, []);
  if (path === null)
    return (
      <EmptyState icon={<FlaskConicalIcon />} title="No workflow is open">
        A drill injects each possible fault into each task of a workflow, and says what happens.
      </EmptyState>
    );
  const own = drill?.path === path ? drill : null;
  return (
    <>
      <Head key={path} path={path} drill={drill} />
      {own === null ? (
        <p className={styles.words}>
          Each task has each fault that it can have, one run for each, on a clock that skips every wait: codes, no
          answer, malformed answers, a host that ends, signals that come twice. Nothing is reached.
        </p>
      ) : (
        <>
          {isOld && (
            <p className={styles.words}>
              <Badge tone="warning">Changed</Badge> The files that this depends on have changed since.
            </p>
          )}
          <DrillReport drill={own} />
        </>
      )}
    </>
  );
}

/** The workflow on screen, or that of the test file on screen; null without one. */
function useWorkflowPath(): string | null {
  return useSession(({ document: { activePath, workspace }, run: { tested } }) => {
    if (activePath === null || !isTestFile(activePath)) return activePath;
    const workflow = tested.get(activePath)?.found.workflow ?? workflowOf(activePath, null);
    return workflow !== null && workspace.files.has(workflow) ? workflow : null;
  });
}

const ALL = 'all';
const MADE_UP = 'made-up';
const SHOWN = 'shown';

function Head({ path, drill }: { readonly path: string; readonly drill: DrillState | null }): ReactNode {
  const tested = useSession((state) => state.run.tested);
  const shown = useSession((state) => state.run.shown);
  const files = [...tested].filter(([, { found }]) => found.workflow === path && found.tests.length > 0);
  const canUseShown = shown !== null && shown.path === path && !shown.isOfTest && shown.view.status !== 'running';
  const options = listOptions(files, canUseShown);
  const [chosen, setChosen] = useState<string | null>(null);
  const value = options.some((option) => option.value === chosen)
    ? (chosen ?? MADE_UP)
    : (options[0]?.value ?? MADE_UP);
  const toSource = (): DrillSource => {
    if (value === SHOWN && shown !== null) return { kind: 'run', events: shown.events.slice() };
    const [name, only = ''] = value.split('\n');
    const [, file] = files.find(([each]) => each === name) ?? [];
    if (file === undefined || name === undefined) return { kind: 'simulation' };
    return { kind: 'tests', path: name, text: file.text, only: only === ALL ? null : Number(only) };
  };
  const isOn = drill?.isOn === true;
  return (
    <div className={styles.head}>
      <Select size="small" aria-label="Runs to drill" value={value} options={options} onChange={setChosen} />
      {isOn ? (
        <Button size="small" icon={<SquareIcon />} onClick={stopDrill}>
          Stop
        </Button>
      ) : (
        <Button size="small" variant="primary" icon={<PlayIcon />} onClick={() => void drillWorkflow(path, toSource())}>
          Drill
        </Button>
      )}
      <p className={styles.progress} role="status">
        {drill !== null && isOn && `${drill.done} of ${drill.total || '…'}`}
      </p>
    </div>
  );
}

function listOptions(files: readonly (readonly [string, TestedFile])[], canUseShown: boolean): readonly SelectOption[] {
  const tests = files.flatMap(([path, { found }]) => [
    { value: `${path}\n${ALL}`, label: files.length === 1 ? 'Its tests' : `Tests of ${path}` },
    ...found.tests.map(({ name }, index) => ({ value: `${path}\n${index}`, label: `Test “${name}”` })),
  ]);
  return [
    ...tests,
    { value: MADE_UP, label: 'A made-up run' },
    ...(canUseShown ? [{ value: SHOWN, label: 'The run on screen' }] : []),
  ];
}
