import { type ReactNode, useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import { analysisOfInside, type InsideStep, insideAt, openInside } from '../../session/relatedRuns/index.ts';
import { EyeIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { toRunSource } from '../parts/toRunSource.ts';
import { StepPanel } from './StepPanel.tsx';

/** A step of a run inside the one on screen, as it was at the instant that is looked at: it can be looked at here, and its run opened there. */
export function InsideStepPanel({ runId, activation }: InsideStep): ReactNode {
  const own = useSession((state) => state.run.inside.get(runId) ?? null);
  const at = useSession((state) => state.run.shown?.moment?.at ?? null);
  const run = useMemo(() => (own === null || at === null ? own : insideAt(own, at)), [own, at]);
  const files = useSession((state) => state.document.workspace.files);
  const [path, source] = [run?.path, run?.source];
  const names = useMemo(
    () => (path === undefined || source === undefined ? null : toRunSource(analysisOfInside({ path, source }, files))),
    [path, source, files],
  );
  const step = run?.view.activations.get(activation);
  if (run === null || names === null || step === undefined) return null;
  return (
    <StepPanel
      key={activation}
      step={step}
      name={names.nameOf(step.taskId)}
      run={run}
      nameOf={names.nameOf}
      inside={
        <Button
          size="small"
          icon={<EyeIcon />}
          title={`Open the run of ${run.path} at this step`}
          onClick={() => void openInside(runId, activation)}
        >
          Open
        </Button>
      }
    />
  );
}
