import { type FormEvent, type ReactNode, useState } from 'react';
import { sampleOutput } from '#engine/language';
import { findTask } from '#engine/model';
import type { Pin } from '#engine/run';
import type { Json } from '#engine/values';
import { activeAnalysis, closeDialog, session, useSession } from '../session/index.ts';
import { pinFromRun, pinOf, pinTask } from '../session/run/index.ts';
import { Button, Dialog, Field, LinesField, SegmentedControl, TextField } from '../ui/index.ts';
import { JsonEditor } from './parts/JsonEditor.tsx';
import { parseJson } from './parts/parseJson.ts';
import styles from './start/RunForm.module.css';

const FORM_ID = 'pin-output';

/** Asks what the selected task answers with in place of running, from the last run or typed. */
export function PinDialog(): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'pin');
  const taskId = useSession(
    ({
      document: {
        selection: { tasks },
      },
    }) => (tasks.size === 1 ? ([...tasks][0] ?? null) : null),
  );
  if (!isOpen || taskId === null) return null;
  return <PinForm key={taskId} taskId={taskId} />;
}

type PinChoice = 'pinned' | 'mocked';

type PinAnswer = 'output' | 'error';

const ANSWERS: readonly { readonly value: PinAnswer; readonly label: string }[] = [
  { value: 'output', label: 'Output' },
  { value: 'error', label: 'Error' },
];

interface ErrorFieldsProps {
  readonly code: string;
  readonly message: string;
  readonly problem: string | undefined;
  readonly onCode: (code: string) => void;
  readonly onMessage: (message: string) => void;
}

/** The error that a task fails with in place of running: it is not retried, and goes the way of a real one. */
function ErrorFields({ code, message, problem, onCode, onMessage }: ErrorFieldsProps): ReactNode {
  return (
    <>
      <Field label="Code" hint="What routes of on_error compare.">
        <TextField value={code} onChange={onCode} />
      </Field>
      <Field label="Message" error={problem}>
        <LinesField value={message} onChange={onMessage} />
      </Field>
    </>
  );
}

function PinForm({ taskId }: { readonly taskId: string }): ReactNode {
  const present = pinOf(session.getState(), taskId);
  const last = pinFromRun(session.getState(), taskId);
  const [kind, setKind] = useState<PinChoice>(present?.kind === 'mocked' ? 'mocked' : 'pinned');
  const analysis = activeAnalysis('resolved');
  const known = outputOf(present) ?? outputOf(last);
  // Where no run has given one, the keys that are known of it.
  const [sample] = useState(() =>
    known === undefined && analysis !== null ? JSON.stringify(sampleOutput(analysis, taskId) ?? {}, null, 2) : null,
  );
  const [text, setText] = useState(() => sample ?? JSON.stringify(known ?? {}, null, 2));
  const [error, setError] = useState<string>();
  const failure = present && 'error' in present ? present.error : null;
  const [answer, setAnswer] = useState<PinAnswer>(failure === null ? 'output' : 'error');
  const [code, setCode] = useState(failure?.code ?? 'EXECUTION_ERROR');
  const [message, setMessage] = useState(failure?.message ?? '');
  const name = (analysis && findTask(analysis.workflow, taskId)?.name) ?? taskId;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (answer === 'error') {
      if (code.trim() === '' || message.trim() === '') return setError('An error has a code and a message.');
      pinTask(taskId, { kind, error: { code: code.trim(), message: message.trim(), details: failure?.details ?? {} } });
      return closeDialog();
    }
    const output = parseJson(text);
    if (!output.ok) return setError(output.error);
    pinTask(taskId, { kind, output: output.value });
    closeDialog();
  };
  const unpin = (): void => {
    pinTask(taskId, null);
    closeDialog();
  };
  return (
    <Dialog
      isOpen
      title={`Pin the output of ${name}`}
      description="In every run of this file the task answers with this immediately, and calls nothing. Kept on this device, not in the YAML."
      onClose={closeDialog}
      footer={
        <>
          <div className={styles.ways}>
            {last !== null && (
              <Button variant="ghost" onClick={() => setText(JSON.stringify(outputOf(last), null, 2))}>
                Take it from the last run
              </Button>
            )}
            {present !== undefined && (
              <Button variant="ghost" onClick={unpin}>
                Unpin
              </Button>
            )}
          </div>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID}>
            Pin
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className={styles.form} onSubmit={submit}>
        <Field label="Answers with">
          <SegmentedControl label="Answers with" value={answer} options={ANSWERS} onChange={setAnswer} />
        </Field>
        {answer === 'error' ? (
          <ErrorFields code={code} message={message} problem={error} onCode={setCode} onMessage={setMessage} />
        ) : (
          <JsonEditor
            label="Output as JSON"
            value={text}
            rows={10}
            hint={
              sample !== null && sample === text && sample !== '{}'
                ? 'What is known of its output: fill it in.'
                : undefined
            }
            error={error}
            onChange={(next) => {
              setText(next);
              setError(undefined);
            }}
          />
        )}
        <Field label="Marked as">
          <SegmentedControl label="Marked as" value={kind} options={KINDS} onChange={setKind} />
        </Field>
        <p className={styles.hint}>
          {answer === 'error'
            ? 'It is not retried, and is handled like a real error.'
            : kind === 'pinned'
              ? 'A result that was real once, kept while you work.'
              : 'A result made up for a test.'}
        </p>
      </form>
    </Dialog>
  );
}

const KINDS: readonly { readonly value: PinChoice; readonly label: string }[] = [
  { value: 'pinned', label: 'Pinned' },
  { value: 'mocked', label: 'Mocked' },
];

function outputOf(pin: Pin | null | undefined): Json | undefined {
  return pin && 'output' in pin ? pin.output : undefined;
}
