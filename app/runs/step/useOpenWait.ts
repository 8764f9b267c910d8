import { useMemo } from 'react';
import { effectiveWorkflow } from '#engine';
import type { Workflow } from '#engine/model';
import { type ActivationView, explainUnheard, type OpenWait, toOpenWait } from '#engine/run';
import { session } from '../../session/index.ts';
import { sendSignal, viewOf } from '../../session/run/index.ts';
import { useRunSource } from '../parts/useRunSource.ts';
import type { DeliverAnswer } from './useAnswerForm.ts';

/** What a step of the run on screen waits for, and what sends it the answer; null where it waits for no signal. */
export function useOpenWait(
  step: ActivationView | undefined,
): { readonly wait: OpenWait; readonly deliver: DeliverAnswer } | null {
  const analysis = useRunSource()?.analysis;
  return useMemo(() => {
    if (analysis === undefined || step === undefined) return null;
    const workflow = effectiveWorkflow(analysis);
    const wait = toOpenWait(workflow, step);
    return wait === null ? null : { wait, deliver: deliverTo(workflow, wait.signal) };
  }, [analysis, step]);
}

/** Refused where the run on screen does not wait for it any more. */
function deliverTo(workflow: Workflow, signal: string): DeliverAnswer {
  return async (payload) => {
    const { shown } = session.getState().run;
    const why = shown === null ? null : explainUnheard(workflow, viewOf(shown), signal);
    return why === null ? sendSignal(signal, payload) : { code: 'VALIDATION_ERROR', message: why, details: null };
  };
}
