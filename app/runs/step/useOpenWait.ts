import { useMemo } from 'react';
import { effectiveWorkflow } from '#engine';
import type { Workflow } from '#engine/model';
import { type ActivationView, type OpenWait, toOpenWait } from '#engine/run';
import { useRunSource } from '../parts/useRunSource.ts';

/** What a step of the run on screen waits for, with the workflow of that run; null where it waits for no signal. */
export function useOpenWait(
  step: ActivationView | undefined,
): { readonly wait: OpenWait; readonly workflow: Workflow } | null {
  const analysis = useRunSource()?.analysis;
  return useMemo(() => {
    if (analysis === undefined || step === undefined) return null;
    const workflow = effectiveWorkflow(analysis);
    const wait = toOpenWait(workflow, step);
    return wait === null ? null : { wait, workflow };
  }, [analysis, step]);
}
