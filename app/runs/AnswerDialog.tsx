import { type ReactNode, useEffect, useState } from 'react';
import type { ActivationView } from '#engine/run';
import { closeDialog, useSession } from '../session/index.ts';
import { viewOf } from '../session/run/index.ts';
import { Button, Dialog } from '../ui/index.ts';
import { useRunSource } from './parts/toRunSource.ts';
import { SignalForm } from './step/SignalForm.tsx';
import { useOpenWait } from './step/useOpenWait.ts';

/** Asks for the answer that the selected step of the run waits for; closes once it has one, and says where another came first. */
export function AnswerDialog(): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'answer');
  const step = useSession(({ run: { shown } }) =>
    shown === null || shown.selectedActivation === null
      ? undefined
      : viewOf(shown).activations.get(shown.selectedActivation),
  );
  return isOpen && step !== undefined ? <Answer key={step.activation} step={step} /> : null;
}

function Answer({ step }: { readonly step: ActivationView }): ReactNode {
  const open = useOpenWait(step);
  const name = useRunSource()?.nameOf(step.taskId) ?? step.taskId;
  const [words] = useState(open?.wait);
  const [isSent, setIsSent] = useState(false);
  const isAnswered = isSent && open === null;
  useEffect(() => {
    if (isAnswered) closeDialog();
  }, [isAnswered]);
  return (
    <Dialog
      isOpen
      size="small"
      title={words?.title ?? name}
      description={words?.description}
      onClose={closeDialog}
      {...(open === null ? { footer: <Button onClick={closeDialog}>Close</Button> } : {})}
    >
      {open === null ? (
        <p role="status">{describeAnswered(step, name)}</p>
      ) : (
        <SignalForm {...open} isTitled onSent={() => setIsSent(true)} />
      )}
    </Dialog>
  );
}

/** Says in a form of an answer why there is nothing to answer any more: how the step ended while the form was open. */
export function describeAnswered({ status }: Pick<ActivationView, 'status'>, name: string): string {
  if (status === 'success') return `${name} was answered, and the run continues.`;
  if (status === 'error') return `${name} waited as long as it may: an answer no longer changes anything.`;
  return `${name} was ended: an answer no longer changes anything.`;
}
