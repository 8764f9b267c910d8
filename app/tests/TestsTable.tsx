import { type ReactNode, useEffect } from 'react';
import { openFile, useSession } from '../session/index.ts';
import {
  type ListedTest,
  listTests,
  playFile,
  playTest,
  readTests,
  showPlace,
  showTestRun,
  type TestedFile,
} from '../session/tests/index.ts';
import { FileCode2Icon, PlayIcon, WorkflowIcon } from '../ui/icons.ts';
import { Button, formatLength, IconButton, Spinner, StatusMark } from '../ui/index.ts';
import styles from './TestsTable.module.css';

/** A test file in place of a canvas: its tests, what each gives and expects, and its result. */
export function TestsTable(): ReactNode {
  const path = useSession((state) => state.document.activePath) ?? '';
  const files = useSession((state) => state.document.workspace.files);
  const file = useSession((state) => state.run.tested.get(path));
  useEffect(() => {
    if (files.size > 0) void readTests();
  }, [files]);
  if (file === undefined) return <Spinner label="Reading the tests" />;
  return (
    <section className={styles.stage} aria-label={`Tests in ${path}`}>
      <div className={styles.content}>
        <Head path={path} file={file} />
        <Wrong file={file} />
        {file.found.tests.length > 0 ? (
          <Table path={path} file={file} />
        ) : (
          <p className={styles.words}>
            {file.found.datasets.length > 0
              ? 'This file plays its workflow for rows: see the Tests panel.'
              : 'This file has no tests yet. Run the workflow and save the run as a test, or write one as text.'}
          </p>
        )}
      </div>
    </section>
  );
}

function Head({ path, file }: { readonly path: string; readonly file: TestedFile }): ReactNode {
  const isPlaying = useSession((state) => state.run.testing !== null);
  const { workflow, wrong, tests } = file.found;
  const canOpen = useSession(({ document }) => workflow !== null && document.workspace.files.has(workflow));
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>Tests{workflow === null ? '' : ` of ${workflow}`}</h2>
      {canOpen && workflow !== null && (
        <Button size="small" variant="ghost" icon={<WorkflowIcon />} onClick={() => openFile(workflow)}>
          Open the workflow
        </Button>
      )}
      <Button
        size="small"
        variant="ghost"
        icon={<FileCode2Icon />}
        onClick={() => showPlace(path, { line: 1, column: 1 })}
      >
        Edit as text
      </Button>
      <Button
        size="small"
        variant="primary"
        icon={<PlayIcon />}
        disabled={wrong.length > 0 || tests.length === 0}
        aria-disabled={isPlaying || undefined}
        onClick={() => void playFile(path)}
      >
        Run these tests
      </Button>
    </div>
  );
}

/** What keeps the tests from being played. */
function Wrong({ file }: { readonly file: TestedFile }): ReactNode {
  return file.found.wrong.map(({ path, diagnostics }) => (
    <p key={path} className={styles.wrong}>
      {`${path} has ${diagnostics.length === 1 ? 'an error' : `${diagnostics.length} errors`}: ${diagnostics[0]?.message ?? ''}`}
    </p>
  ));
}

function Table({ path, file }: { readonly path: string; readonly file: TestedFile }): ReactNode {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Test</th>
          <th scope="col">Given</th>
          <th scope="col">Expects</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {listTests(file).map((test) => (
          <Row key={test.key} path={path} test={test} canRun={file.found.wrong.length === 0} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly path: string;
  readonly test: ListedTest;
  readonly canRun: boolean;
}

function Row({ path, test, canRun }: RowProps): ReactNode {
  const { name, at, given, expected } = test;
  return (
    <tr>
      <th scope="row">
        <button type="button" className={styles.name} onClick={() => showPlace(path, at)}>
          {name}
        </button>
      </th>
      <td data-label="Given">{given || 'Nothing'}</td>
      <td data-label="Expects">{expected}</td>
      <td className={styles.result}>
        <Result path={path} test={test} />
        <PlayButton path={path} test={test} canRun={canRun} />
      </td>
    </tr>
  );
}

function Result({ path, test }: { readonly path: string; readonly test: ListedTest }): ReactNode {
  const { result, isOld, index } = test;
  if (result === undefined || isOld)
    return (
      <span className={styles.verdict}>
        <StatusMark size="small" isDecorative status="pending" />
        {isOld ? 'Changed since' : 'Not run yet'}
      </span>
    );
  const { passed, duration, failures } = result.verdict;
  return (
    <>
      <span className={styles.verdict}>
        <StatusMark size="small" isDecorative status={passed ? 'success' : 'error'} />
        {passed ? `Passed, ${formatLength(duration)}` : (failures[0]?.message ?? 'Failed')}
      </span>
      {!passed && (
        <Button size="small" variant="ghost" onClick={() => void showTestRun(path, index, failures[0]?.event ?? null)}>
          Show its run
        </Button>
      )}
    </>
  );
}

interface PlayButtonProps {
  /** The test file. */
  readonly path: string;
  readonly test: Pick<ListedTest, 'name' | 'index'>;
  readonly canRun: boolean;
}

/** Plays one test. */
export function PlayButton({ path, test: { name, index }, canRun }: PlayButtonProps): ReactNode {
  const isPlaying = useSession((state) => state.run.testing !== null);
  return (
    <IconButton
      size="small"
      label={`Run the test “${name}”`}
      icon={<PlayIcon />}
      disabled={!canRun}
      // Not `disabled`, which would take the focus away.
      aria-disabled={isPlaying || undefined}
      onClick={() => void playTest(path, index)}
    />
  );
}
