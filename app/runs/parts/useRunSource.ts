import { useMemo } from 'react';
import { analyze } from '#engine';
import { useSession } from '../../session/index.ts';
import { analysisOfRun } from '../../session/run/index.ts';
import { type RunSource, toRunSource } from './toRunSource.ts';

/** Reads the source that the shown run was started with, what it imports as it is now; null when no run is shown. */
export function useRunSource(): RunSource | null {
  const analysis = useSession((state) => (state.run.shown ? analysisOfRun(state, state.run.shown) : null));
  const files = useSession((state) => (state.run.shown ? state.document.workspace.files : null));
  return useMemo(() => {
    if (analysis === null || files === null) return null;
    return toRunSource(analyze(analysis.path, analysis.syntax.text, analysis, files));
  }, [analysis, files]);
}
