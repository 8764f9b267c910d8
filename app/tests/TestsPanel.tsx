import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useAction } from '../actions/index.ts';
import { useSession } from '../session/index.ts';
import { explainNoTest } from '../session/runSteps/index.ts';
import {
  addDatasetOf,
  coverageOf,
  playChanged,
  playTests,
  readTests,
  stopTests,
  summarize,
  type TestSummary,
  testFiles,
  workflowOfRows,
} from '../session/tests/index.ts';
import { FlaskConicalIcon, PlayIcon, SquareIcon, UploadIcon } from '../ui/icons.ts';
import { Button, EmptyState, Panel, SegmentedControl } from '../ui/index.ts';
import { CoveragePart } from './CoveragePart.tsx';
import { chooseRows, DatasetPart } from './dataset/DatasetPart.tsx';
import { DrillPart } from './drill/DrillPart.tsx';
import { MutationPart } from './MutationPart.tsx';
import { TestFile } from './TestFile.tsx';
import styles from './tests.module.css';

/** The tests of the workspace, by file: played all at once, those that were changed, or one by one. */
export function TestsPanel(): ReactNode {
  const files = useSession((state) => state.document.workspace.files);
  const paths = testFiles(files);
  const tested = useSession((state) => state.run.tested);
  const grids = useSession((state) => state.run.grids);
  useEffect(() => {
    // Tests are those of the texts as they are: read again whenever one changes.
    if (files.size > 0) void readTests();
  }, [files]);
  const kept = useSession((state) => state.run.keptTest);
  const [chosen, setChosen] = useState<{ readonly part: 'tests' | 'drill'; readonly kept: typeof kept } | null>(null);
  // A test that is made of a run while the drill is shown is looked for among the tests.
  const shown = chosen?.kept === kept ? chosen.part : 'tests';
  const setShown = (part: 'tests' | 'drill') => setChosen({ part, kept });
  const choice = (
    <div className={styles.choice}>
      <SegmentedControl
        size="small"
        label="What is proved"
        value={shown}
        options={[
          { value: 'tests', label: 'Tests' },
          { value: 'drill', label: 'Drill' },
        ]}
        onChange={setShown}
      />
    </div>
  );
  if (shown === 'drill') {
    return (
      <Panel title="Tests">
        {choice}
        <DrillPart />
      </Panel>
    );
  }
  if (paths.length === 0) {
    return (
      <Panel title="Tests">
        {choice}
        <NoTests onDrill={() => setShown('drill')} />
      </Panel>
    );
  }
  const summary = summarize(tested.values());
  return (
    <Panel title="Tests">
      {choice}
      <Head summary={summary} />
      {paths.map((path) => {
        const file = tested.get(path);
        return file && <TestFile key={path} path={path} file={file} />;
      })}
      {paths.map((path) => {
        const file = tested.get(path);
        return file && <DatasetPart key={path} path={path} file={file} />;
      })}
      {coverageOf({ tested, grids }).map((coverage) => (
        <CoveragePart key={coverage.path} coverage={coverage} />
      ))}
      {[
        ...new Set([...tested.values()].flatMap(({ found }) => (found.tests.length > 0 ? (found.workflow ?? []) : []))),
      ].map((path) => (
        <MutationPart key={path} path={path} />
      ))}
    </Panel>
  );
}

/** What to begin with where there are no tests. */
function NoTests({ onDrill }: { readonly onDrill: () => void }): ReactNode {
  const { isEnabled, run } = useAction('run.saveTest');
  const hint = useSession(explainNoTest);
  const hasWorkflow = useSession(({ document: { activePath } }) => activePath !== null);
  return (
    <EmptyState
      icon={<FlaskConicalIcon />}
      title="No tests yet"
      actions={
        <>
          <Button size="small" variant="primary" disabled={!isEnabled} title={hint} onClick={run}>
            Save this run as a test
          </Button>
          <Button size="small" disabled={!hasWorkflow} onClick={onDrill}>
            Drill this workflow
          </Button>
          <ImportDataset />
        </>
      }
    >
      {hint === undefined ? 'A test plays this run again and checks its result.' : 'Run the workflow first.'}
    </EmptyState>
  );
}

function Head({ summary }: { readonly summary: TestSummary }): ReactNode {
  const progress = useSession((state) => state.run.testing);
  const first = useRef<HTMLButtonElement>(null);
  const { passed, failed, open } = summary;
  const hasChanged = open > 0 && passed + failed > 0;
  return (
    <div className={styles.head}>
      {progress === null ? (
        <Button ref={first} size="small" variant="primary" icon={<PlayIcon />} onClick={() => void playTests()}>
          Run all
        </Button>
      ) : (
        <Button ref={first} size="small" icon={<SquareIcon />} onClick={stopTests}>
          Stop
        </Button>
      )}
      {hasChanged && progress === null && (
        <Button
          size="small"
          title="Those that were not played on the current texts"
          onClick={() => {
            // This button goes while they are played.
            first.current?.focus();
            void playChanged();
          }}
        >
          {`Run ${open} changed`}
        </Button>
      )}
      <ImportDataset />
      <p className={styles.words} role="status">
        {progress === null ? describe(summary) : `${progress.done} of ${progress.total}`}
      </p>
    </div>
  );
}

function describe({ passed, failed, open }: TestSummary): string {
  const parts = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(open > 0 ? [`${open} to run`] : []),
  ];
  return parts.join(', ');
}

/** Makes a file of rows a dataset of the workflow that is open. */
function ImportDataset(): ReactNode {
  const workflow = useSession(workflowOfRows);
  return (
    <Button
      size="small"
      variant="ghost"
      icon={<UploadIcon />}
      disabled={workflow === null}
      title="A CSV, or JSON Lines in the format of chat evaluations: the open workflow is played for each row"
      onClick={() => {
        if (workflow !== null) void choose(workflow);
      }}
    >
      Import rows…
    </Button>
  );
}

async function choose(workflow: string): Promise<void> {
  const chosen = await chooseRows();
  if (chosen !== null) await addDatasetOf(workflow, chosen);
}
