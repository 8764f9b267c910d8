import { useAnalysis, useIsReadOnly } from '../../session/index.ts';

/** Whether gestures may change the workflow now: the workspace is ours and the YAML can be read. */
export function useCanEdit(): boolean {
  const isReadOnly = useIsReadOnly() !== null;
  return useAnalysis('own')?.isBroken === false && !isReadOnly;
}
