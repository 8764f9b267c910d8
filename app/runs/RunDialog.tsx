import { type ReactNode, useState } from 'react';
import type { Workflow } from '#engine/model';
import { analysisOf, session, useSession } from '../session/index.ts';
import type { RunFormSubject } from '../session/run/index.ts';
import { RunForm } from './start/RunForm.tsx';
import { useLastRuns } from './start/useLastRuns.ts';

/** Asks for a run's input, drawn from `schema.input` or as JSON, and starts the run. Starts from the last input of the file. */
export function RunDialog(): ReactNode {
  const subject = useSession((state) => (state.view.dialog === 'run-form' ? state.run.form : null));
  if (subject === null) return null;
  const analysis = analysisOf(session.getState(), subject.path, 'own');
  if (analysis === null) return null;
  return <FilledForm key={subject.path} subject={subject} workflow={analysis.workflow} />;
}

interface FilledFormProps {
  readonly subject: RunFormSubject;
  readonly workflow: Workflow;
}

/** The form, once what the last runs took is known. */
function FilledForm({ subject, workflow }: FilledFormProps): ReactNode {
  const { path, aim } = subject;
  const runOn = useSession((state) => state.workspace.runOn);
  const [isOpen, setIsOpen] = useState(false);
  const { found, isAwaited } = useLastRuns(path, aim === null ? runOn : null);
  if (!isOpen && !isAwaited) setIsOpen(true);
  return isOpen ? <RunForm subject={subject} workflow={workflow} found={found} /> : null;
}
