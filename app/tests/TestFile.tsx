import { type ReactNode, useState } from 'react';
import { createLineIndex } from '#engine';
import { useSession } from '../session/index.ts';
import {
  type ListedTest,
  listTests,
  recordTest,
  showPlace,
  showTestRun,
  type TestedFile,
  type TestResult,
  type TestVerdict,
} from '../session/tests/index.ts';
import { FileCode2Icon } from '../ui/icons.ts';
import {
  Badge,
  Button,
  classes,
  formatLength,
  GivenName,
  IconButton,
  lazyPart,
  PanelSection,
  StatusMark,
} from '../ui/index.ts';
import { FailureNote, isOfRun } from './FailureNote.tsx';
import { PlayButton } from './TestsTable.tsx';
import styles from './tests.module.css';
import { UpdatePart } from './UpdatePart.tsx';

interface TestFileProps {
  readonly path: string;
  readonly file: TestedFile;
}

/** The tests of one file, first the one that was made of a run just now, then those that failed; or what keeps them from being played. */
export function TestFile({ path, file }: TestFileProps): ReactNode {
  const { found } = file;
  const kept = useSession((state) => state.run.keptTest);
  const isKept = (test: ListedTest) => kept !== null && kept.path === path && kept.name === test.name;
  const rankOf = (test: ListedTest) => (isKept(test) ? 0 : 1 + rankOfResult(test.result));
  const rows = listTests(file).toSorted((a, b) => rankOf(a) - rankOf(b));
  return (
    <PanelSection title={<GivenName name={path} isQuoted={false} />} actions={<OpenAsText path={path} />}>
      {found.wrong.map(({ path: wrong, diagnostics }) => (
        <p key={wrong} className={styles.wrong}>
          <WrongPlace path={wrong} offset={diagnostics[0]?.range.start ?? 0} />
          {diagnostics.length === 1 ? ' has an error: ' : ` has ${diagnostics.length} errors: `}
          {diagnostics[0]?.message}
        </p>
      ))}
      <ul className={styles.list} aria-label={`Tests of ${path}`}>
        {rows.map((test) => (
          <TestRow
            key={test.key}
            path={path}
            workflow={found.workflow}
            test={test}
            canRun={found.wrong.length === 0}
            isKept={isKept(test)}
          />
        ))}
      </ul>
    </PanelSection>
  );
}

/** Failed first, then what is to run, then what passed. */
function rankOfResult(result: TestResult | undefined): number {
  if (result === undefined) return 1;
  return result.verdict.passed ? 2 : 0;
}

interface TestRowProps {
  readonly path: string;
  readonly workflow: string | null;
  readonly test: ListedTest;
  readonly canRun: boolean;
  /** Whether it was made of a run just now. */
  readonly isKept: boolean;
}

function TestRow({ path, workflow, test, canRun, isKept }: TestRowProps): ReactNode {
  const { name, at, index, given, expected, result, isOld } = test;
  const isPlaying = useSession((state) => state.run.testing !== null);
  const [isClosed, setIsClosed] = useState(false);
  const verdict = result?.verdict;
  const hasFailed = verdict !== undefined && !verdict.passed;
  return (
    <li className={classes(styles.test, isOld && styles.old, isKept && styles.kept)}>
      <div className={styles.row}>
        <StatusMark size="small" isDecorative status={markOf(verdict?.passed)} />
        <button type="button" className={styles.name} onClick={() => showPlace(path, at)}>
          <strong>{name}</strong>
          <span>
            {verdict === undefined
              ? 'Not run yet'
              : `${verdict.passed ? 'Passed' : 'Failed'}, ${verdict.steps} ${verdict.steps === 1 ? 'step' : 'steps'}, ${formatLength(verdict.duration)}`}
          </span>
        </button>
        {isOld && (
          <Badge tone="warning" title="A file that it depends on has changed since">
            Changed
          </Badge>
        )}
        <PlayButton path={path} test={test} canRun={canRun} />
      </div>
      {isKept && <SavedNote given={given} expected={expected} onOpen={() => showPlace(path, at)} />}
      {hasFailed && (
        <div className={styles.details}>
          <div className={styles.acts}>
            <Button size="small" variant="ghost" aria-expanded={!isClosed} onClick={() => setIsClosed(!isClosed)}>
              {verdict.failures.length === 1 ? 'Why' : `${verdict.failures.length} reasons`}
            </Button>
            <Button
              size="small"
              variant="ghost"
              disabled={isPlaying}
              onClick={() => void showTestRun(path, index, firstEvent(verdict))}
            >
              Show its run
            </Button>
            {canRun && !verdict.failures.every(({ code }) => isOfRun(code)) && (
              <UpdatePart path={path} index={index} name={name} />
            )}
            {canRun && lacksAnswers(verdict) && <RecordPart path={path} index={index} name={name} />}
          </div>
          {!isClosed && (
            <ul className={styles.failures} aria-label={`Why “${name}” failed`}>
              {verdict.failures.map((failure) => (
                <FailureNote
                  key={`${failure.code} ${failure.at.line} ${failure.at.column}`}
                  failure={failure}
                  path={path}
                  workflow={workflow}
                  onShow={isPlaying ? undefined : (event) => void showTestRun(path, index, event)}
                />
              ))}
            </ul>
          )}
        </div>
      )}
    </li>
  );
}

/** What was saved with a test that was made of a run just now, and the way to its text. */
function SavedNote({ given, expected, onOpen }: { given: string; expected: string; onOpen: () => void }): ReactNode {
  return (
    <div className={styles.saved}>
      <dl>
        {given !== '' && (
          <div>
            <dt>Given</dt>
            <dd>{given}</dd>
          </div>
        )}
        <div>
          <dt>Expects</dt>
          <dd>{expected}</dd>
        </div>
      </dl>
      <Button size="small" variant="ghost" icon={<FileCode2Icon />} onClick={onOpen}>
        Open as text
      </Button>
    </div>
  );
}

/** Leads to the text of a test file. */
function OpenAsText({ path }: { readonly path: string }): ReactNode {
  return (
    <IconButton
      size="small"
      label={`Open ${path} as text`}
      icon={<FileCode2Icon />}
      onClick={() => showPlace(path, { line: 1, column: 1 })}
    />
  );
}

/** Leads to where a file has its first error, by its offset. */
function WrongPlace({ path, offset }: { readonly path: string; readonly offset: number }): ReactNode {
  const text = useSession((state) => state.document.workspace.files.get(path) ?? '');
  const at = createLineIndex(text).positionAt(offset);
  return (
    <button type="button" onClick={() => showPlace(path, at)}>
      <GivenName name={path} isQuoted={false} />, line {at.line}
    </button>
  );
}

function markOf(passed: boolean | undefined): 'pending' | 'success' | 'error' {
  if (passed === undefined) return 'pending';
  return passed ? 'success' : 'error';
}

/** Whether a call had no answer, or one that does not fit any more. */
function lacksAnswers({ failures }: TestVerdict): boolean {
  return failures.some(({ code }) => code === 'UNANSWERED' || code === 'TEST_ANSWER');
}

/** The event with which it went wrong first; null: its end. */
function firstEvent({ failures }: TestVerdict): number | null {
  const events = failures.flatMap(({ event }) => event ?? []);
  return events.length === 0 ? null : Math.min(...events);
}

const AskDialog = lazyPart(() => import('./dataset/AskDialog.tsx').then((module) => module.AskDialog));

interface RecordPartProps {
  /** The test file, and the place of the test in it. */
  readonly path: string;
  readonly index: number;
  readonly name: string;
}

/** Has calls made for real that a test has no answer for, once a budget is given. */
function RecordPart({ path, index, name }: RecordPartProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(false);
  return (
    <>
      <Button size="small" variant="ghost" aria-haspopup="dialog" disabled={isOn} onClick={() => setIsOpen(true)}>
        {isOn ? 'Recording…' : 'Record missing answers…'}
      </Button>
      {isOpen && (
        <AskDialog
          title={`Record missing answers: ${name}`}
          description="Calls that this test has no answer for are made for real, with your variables and secrets: one that sends or pays does so. The failure names only the first missing call; its answer may lead to more. All answers are written into the test, as one step to undo."
          action="Make the calls"
          usualCalls={10}
          onClose={() => setIsOpen(false)}
          onAsk={(bounds) => {
            setIsOn(true);
            void recordTest(path, index, bounds).finally(() => setIsOn(false));
          }}
        />
      )}
    </>
  );
}
