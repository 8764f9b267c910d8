import { type ReactNode, useMemo } from 'react';
import { useSession } from '../../session/index.ts';
import { analysisOfInside, type InsideStep, openInside } from '../../session/relatedRuns/index.ts';
import { EyeIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import { toRunSource } from '../parts/toRunSource.ts';
import { StepPanel } from './StepPanel.tsx';

/** A step of a run inside the one on screen: it can be looked at here, and its run opened there. */
export function InsideStepPanel({ runId, activation }: InsideStep): ReactNode {
  const run = useSession((state) => state.run.inside.get(runId) ?? null);
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
