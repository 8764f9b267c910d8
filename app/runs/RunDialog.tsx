import type { ReactNode } from 'react';
import { analysisOf, session, useSession } from '../session/index.ts';
import { RunForm } from './start/RunForm.tsx';

/** Asks for a run's input, drawn from `schema.input` or as JSON, and starts the run. Starts from the last input of the file. */
export function RunDialog(): ReactNode {
  const subject = useSession((state) => (state.view.dialog === 'run-form' ? state.run.form : null));
  if (subject === null) return null;
  const analysis = analysisOf(session.getState(), subject.path, 'own');
  if (analysis === null) return null;
  return <RunForm key={subject.path} subject={subject} workflow={analysis.workflow} />;
}
