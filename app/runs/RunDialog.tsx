import { type ReactNode, useEffect, useState } from 'react';
import type { Workflow } from '#engine/model';
import { activeDiagnostics, analysisOf, closeDialog, openFile, session, useSession } from '../session/index.ts';
import { lastInput, type RunFormSubject, startRun } from '../session/run/index.ts';
import { RunForm } from './start/RunForm.tsx';
import { findUnset } from './start/UnsetVariables.tsx';
import { asksForInput } from './start/useInputForm.ts';
import { useLastRuns } from './start/useLastRuns.ts';

/**
 * Asks for a run's input, drawn from `schema.input` or as JSON, and starts the run. Starts from the last input of the file. Where
 * nothing need be asked, and the person did not ask for the form, the run starts at once.
 */
export function RunDialog(): ReactNode {
  const subject = useSession((state) => (state.view.dialog === 'run-form' ? state.run.form : null));
  if (subject === null) return null;
  const analysis = analysisOf(session.getState(), subject.path, 'own');
  if (analysis === null) return null;
  const text = analysis.syntax.text;
  if (subject.isShort && !isAsked(subject.path, analysis.workflow, text)) return <StartAtOnce path={subject.path} />;
  return <FilledForm key={subject.path} subject={subject} workflow={analysis.workflow} />;
}

/** Whether a person has to say something before a run: its input, the values of variables, or next to what else it runs. */
function isAsked(path: string, workflow: Workflow, text: string): boolean {
  const state = session.getState();
  if (
    state.workspace.runOn !== null ||
    state.run.shown?.view.status === 'running' ||
    findUnset(activeDiagnostics(), text).length > 0
  )
    return true;
  return asksForInput({ workflow, text, last: lastInput(path) });
}

function StartAtOnce({ path }: { readonly path: string }): ReactNode {
  useEffect(() => {
    closeDialog();
    openFile(path);
    void startRun({}, { path });
  }, [path]);
  return null;
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
