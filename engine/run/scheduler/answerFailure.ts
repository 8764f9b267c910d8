import { equalJson, type Json } from '../../base/index.ts';
import type { FailureAnswer } from '../contract/RunInput.ts';
import { keepUseResult } from '../debugger/pins.ts';
import type { Activation } from '../state/Activation.ts';
import { emit, refOf } from '../state/emit.ts';
import { Job } from '../state/Job.ts';
import type { HeldFailure, Run } from '../state/Run.ts';
import { followFailure, succeed } from './endAttempt.ts';
import { beginAgain, takeInput } from './startActivation.ts';

/** Continues a task whose failure was held, as a person has said. */
export function answerFailure(run: Run, held: HeldFailure, answer: FailureAnswer): void {
  const { activation } = held;
  switch (answer.as) {
    case 'retry':
      if (answer.input !== undefined) activation.given = { value: answer.input };
      return retry(run, held);
    case 'success':
      return succeedWith(run, activation, answer.output);
    case 'error':
      return followFailure(run, held);
  }
}

/** Another attempt, now. It counts as one to the task's policy. */
function retry(run: Run, { activation, failure: { error } }: HeldFailure): void {
  const { input: before, attempt } = activation;
  const next = attempt + 1;
  activation.status = 'running';
  activation.error = null;
  // Where nothing has run yet, its `with` is evaluated again: what it reads may have been changed.
  const checked = attempt === 0 || activation.given !== null ? takeInput(run, activation) : null;
  activation.status = 'retrying';
  if (!equalJson(before, activation.input))
    emit(run, { type: 'value.edited', ...refOf(activation), target: 'input', value: activation.input });
  emit(run, {
    type: 'task.retrying',
    ...refOf(activation),
    attempt: next,
    attempts: next,
    delay: 0,
    until: run.now,
    error,
    by: 'person',
  });
  if (checked !== null && (attempt === 0 || !checked.ok)) beginAgain(run, activation, checked);
  else run.ready.push(new Job(activation, 'attempt'));
}

function succeedWith(run: Run, activation: Activation, output: Json): void {
  activation.attempt = Math.max(1, activation.attempt);
  emit(run, { type: 'value.edited', ...refOf(activation), target: 'output', value: output });
  keepUseResult(run, activation, { output, kind: 'edited' });
  const choice = run.machine.chooseForOutput(run, activation, output);
  succeed(run, activation, choice === null ? { output } : { output, choice });
}
