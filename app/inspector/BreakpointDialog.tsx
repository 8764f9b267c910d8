import { type ReactNode, useState } from 'react';
import { findTask } from '#engine/model';
import { parseBareTemplate, parseTemplate } from '#engine/values';
import { activeAnalysis, closeDialog, session, useSession } from '../session/index.ts';
import {
  type BreakpointPlace,
  breakpointAt,
  selectedPlace,
  setBreakpoint,
  toggleBreakpoint,
} from '../session/run/index.ts';
import { Button, Dialog, Field, NumberField, SegmentedControl } from '../ui/index.ts';
import styles from './BreakpointDialog.module.css';
import { ExpressionField } from './expression/ExpressionField.tsx';
import { bareCompleterFor, completerFor } from './language/completerFor.ts';

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
  const [times, setTimes] = useState<Times>(present?.hits?.kind ?? 'each');
  const [count, setCount] = useState(present?.hits?.count ?? 2);
  const [log, setLog] = useState(present?.log ?? '');
  const [problems, setProblems] = useState<{ readonly condition?: string; readonly log?: string }>({});
  const save = (): void => {
    const [unmet] = condition.trim() === '' ? [] : parseBareTemplate(condition).errors;
    const [unread] = parseTemplate(log).errors;
    setProblems({
      ...(unmet && { condition: `${unmet.message} A breakpoint whose condition cannot be read would always pause.` }),
      ...(unread && { log: `${unread.message} A text that cannot be read would never be written.` }),
    });
    if (unmet !== undefined || unread !== undefined) return;
    const hits = times === 'each' ? {} : { hits: { kind: times, count } };
    const muted = present?.isMuted === true ? { isMuted: true } : {};
    finish(() => setBreakpoint({ at: place, condition, log, ...hits, ...muted }));
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
      <div className={styles.fields}>
        <Field
          label="Only when"
          error={problems.condition}
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
            complete={bareCompleterFor(['tasks'])}
            placeholder={'task' in place ? 'input.score > 0.5' : 'output.score > 0.5'}
            onCommit={setCondition}
          />
        </Field>
        <Field label="How often" hint={HOW_OFTEN[times]}>
          <div className={styles.times}>
            <SegmentedControl label="How often" value={times} options={TIMES} onChange={setTimes} />
            {times !== 'each' && (
              <NumberField
                aria-label="Which time"
                value={count}
                min={1}
                isInteger
                onCommit={(next) => setCount(next ?? 1)}
              />
            )}
          </div>
        </Field>
        <Field
          label="Write instead of pausing"
          error={problems.log}
          hint="A text for the events of the run, with {{ }} for values. Empty: it pauses."
        >
          <ExpressionField
            value={log}
            complete={completerFor(['tasks'])}
            placeholder={'task' in place ? 'score is {{ input.score }}' : 'gave {{ output }}'}
            onCommit={setLog}
          />
        </Field>
      </div>
    </Dialog>
  );
}

type Times = 'each' | 'at' | 'every';

const TIMES: readonly { readonly value: Times; readonly label: string }[] = [
  { value: 'each', label: 'Each time' },
  { value: 'at', label: 'The n-th' },
  { value: 'every', label: 'Every n-th' },
];

const HOW_OFTEN = {
  each: 'Whenever a run reaches it, and the condition is met.',
  at: 'Counted in each run, from 1: once.',
  every: 'Counted in each run, from 1: again and again.',
} as const satisfies Record<Times, string>;

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
