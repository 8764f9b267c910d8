import { holdsWorkflow } from '#engine';
import { useAnalysis, useIsReadOnly } from '../../session/index.ts';

/** Whether gestures may change the workflow now: there is one, the workspace is ours and the YAML can be read. */
export function useCanEdit(): boolean {
  const isReadOnly = useIsReadOnly() !== null;
  const analysis = useAnalysis('own');
  return analysis?.isBroken === false && holdsWorkflow(analysis.path) && !isReadOnly;
}
