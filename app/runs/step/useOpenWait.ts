import { useMemo } from 'react';
import { effectiveWorkflow } from '#engine';
import { configOf, findTask, type Workflow } from '#engine/model';
import { type ActivationView, explainUnheard, type OpenWait, toOpenWait } from '#engine/run';
import { session } from '../../session/index.ts';
import { sendSignal, viewOf } from '../../session/run/index.ts';
import { useRunSource } from '../parts/toRunSource.ts';
import type { DeliverAnswer } from './useAnswerForm.ts';

/** A wait of the run on screen. */
interface AnswerableWait {
  readonly wait: OpenWait;
  readonly deliver: DeliverAnswer;
  /** What must hold of the answer, as its task has it; null: anything ends the wait. */
  readonly condition: string | null;
}

/** What a step of the run on screen waits for, and what sends it the answer; null where it waits for no signal. */
export function useOpenWait(step: ActivationView | undefined): AnswerableWait | null {
  const analysis = useRunSource()?.analysis;
  return useMemo(() => {
    if (analysis === undefined || step === undefined) return null;
    const workflow = effectiveWorkflow(analysis);
    const wait = toOpenWait(workflow, step);
    if (wait === null) return null;
    return { wait, deliver: deliverTo(workflow, wait.signal), condition: conditionOf(workflow, step.taskId) };
  }, [analysis, step]);
}

function conditionOf(workflow: Workflow, taskId: string): string | null {
  const task = findTask(workflow, taskId);
  const condition = task === undefined ? null : configOf(task).condition;
  return typeof condition === 'string' ? condition : null;
}

/** Refused where the run on screen does not wait for it any more. */
function deliverTo(workflow: Workflow, signal: string): DeliverAnswer {
  return async (payload) => {
    const { shown } = session.getState().run;
    const why = shown === null ? null : explainUnheard(workflow, viewOf(shown), signal);
    return why === null ? sendSignal(signal, payload) : { code: 'VALIDATION_ERROR', message: why, details: null };
  };
}
