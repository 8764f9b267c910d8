import { type ReactNode, useState } from 'react';
import { findTask } from '#engine/model';
import { parseBareTemplate } from '#engine/values';
import { activeAnalysis, closeDialog, session, useSession } from '../session/index.ts';
import {
  type BreakpointPlace,
  breakpointAt,
  selectedPlace,
  setBreakpoint,
  toggleBreakpoint,
} from '../session/run/index.ts';
import { Button, Dialog, Field } from '../ui/index.ts';
import { completerFor } from './expression/completerFor.ts';
import { ExpressionField } from './expression/ExpressionField.tsx';

/** Asks when the breakpoint on the selected task or connection pauses a run. */
export function BreakpointDialog(): ReactNode {
  const isOpen = useSession((state) => state.view.dialog === 'breakpoint');
  if (!isOpen) return null;
  const place = selectedPlace(session.getState());
  return place === null ? null : <BreakpointForm place={place} />;
}

function BreakpointForm({ place }: { readonly place: BreakpointPlace }): ReactNode {
  const present = breakpointAt(session.getState(), place);
  const [condition, setCondition] = useState(present?.condition ?? '');
  const [problem, setProblem] = useState<string>();
  const save = (): void => {
    const [error] = condition.trim() === '' ? [] : parseBareTemplate(condition).errors;
    setProblem(
      error === undefined
        ? undefined
        : `${error.message} A breakpoint whose condition cannot be read would always pause.`,
    );
    if (error === undefined) finish(() => setBreakpoint({ at: place, condition }));
  };
  return (
    <Dialog
      isOpen
      title={`Breakpoint ${describe(place)}`}
      description={
        'task' in place
          ? 'A run pauses before this task starts. Kept on this device, not in the YAML.'
          : 'A run pauses once this connection is taken. Kept on this device, not in the YAML.'
      }
      onClose={closeDialog}
      footer={
        <>
          {present !== undefined && (
            <Button variant="ghost" onClick={() => finish(() => toggleBreakpoint(place))}>
              Remove the breakpoint
            </Button>
          )}
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" onClick={save}>
            {present === undefined ? 'Add the breakpoint' : 'Save'}
          </Button>
        </>
      }
    >
      <Field
        label="Pause only when"
        error={problem}
        hint={
          'task' in place
            ? 'An expression; input is what was passed on. Empty: always.'
            : 'An expression that sees the task it comes from; event is what its handler got. Empty: always.'
        }
      >
        <ExpressionField
          value={condition}
          isBare
          takesFocus
          complete={completerFor(['tasks'], true)}
          placeholder={'task' in place ? 'input.score > 0.5' : 'output.score > 0.5'}
          onCommit={setCondition}
        />
      </Field>
    </Dialog>
  );
}

function finish(work: () => void): void {
  work();
  closeDialog();
}

function describe(place: BreakpointPlace): string {
  const analysis = activeAnalysis('own');
  const nameOf = (id: string): string => (analysis && findTask(analysis.workflow, id)?.name) ?? id;
  if ('task' in place) return `before ${nameOf(place.task)}`;
  const edge = analysis?.graph.edges.find(({ id }) => id === place.edge);
  return edge === undefined ? 'on the connection' : `from ${nameOf(edge.source)} to ${nameOf(edge.target)}`;
}
