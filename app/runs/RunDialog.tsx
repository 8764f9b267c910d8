import type { ReactNode } from 'react';
import { activeAnalysis, useSession } from '../session/index.ts';
import { RunForm } from './start/RunForm.tsx';

/** Asks for a run's input, drawn from `schema.input` or as JSON, and starts the run. Starts from the last input of the file. */
export function RunDialog(): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'run-form');
  const path = useSession((state) => state.document.activePath);
  const aim = useSession((state) => state.run.aim);
  if (!isOpen || path === null) return null;
  const analysis = activeAnalysis('own');
  if (analysis === null) return null;
  return <RunForm key={path} path={path} workflow={analysis.workflow} aim={aim} />;
}
