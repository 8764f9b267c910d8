import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { findTask, type Workflow } from '#engine/model';
import { formatCost } from '#engine/numbers';
import { closeDialog, useSession } from '../../session/index.ts';
import type { RunFormSubject } from '../../session/run/index.ts';
import { setVirtualTime } from '../../session/runSteps/index.ts';
import { Button, CodeField, Dialog, Field, lazyPart } from '../../ui/index.ts';
import { focusWrong } from '../form/focusWrong.ts';
import { jsonCompleter } from '../form/jsonCompleter.ts';
import { findJsonMistake } from '../parts/parseJson.ts';
import { BudgetFields } from './BudgetFields.tsx';
import { ForecastPart } from './ForecastPart.tsx';
import { Fold, findNeeds, InputFields } from './InputFields.tsx';
import styles from './RunForm.module.css';
import { RunOnPart } from './RunOnPart.tsx';
import { FactsSwitch, SimulationPart } from './SimulationPart.tsx';
import { UnsetVariables } from './UnsetVariables.tsx';
import { type InputForm, useInputForm } from './useInputForm.ts';
import type { LastRuns } from './useLastRuns.ts';

const PricesScreen = lazyPart(() => import('../parts/PricesScreen.tsx').then((module) => module.PricesScreen));

const FORM_ID = 'run-input';

interface RunFormProps {
  readonly subject: RunFormSubject;
  readonly workflow: Workflow;
  /** What the last runs of the file took, where it is to run. */
  readonly found: LastRuns['found'];
}

/** The dialog with the fields of a run's input, or its JSON, and the button that starts the run. */
export function RunForm({ subject, workflow, found }: RunFormProps): ReactNode {
  const { path, aim } = subject;
  const form = useInputForm(subject, workflow);
  const [isAdding, setIsAdding] = useState(false);
  // Over the form, which keeps what was typed.
  const [hasPrices, setHasPrices] = useState(false);
  const needs = useMemo(() => findNeeds(workflow), [workflow]);
  const runOn = useSession((state) => state.workspace.runOn);
  const isHere = aim !== null || runOn === null;
  const summary = useRunSettings({ isHere, simulate: form.simulate, needs });
  return (
    <Dialog
      isOpen
      title={titleOf(workflow, path, aim)}
      description={aim === null ? undefined : DESCRIPTIONS[aim.kind]}
      onClose={closeDialog}
      footer={
        <>
          <div className={styles.ways}>
            {form.fields !== null && (
              <Button variant="ghost" onClick={form.turn}>
                {form.isText ? 'Edit as form' : 'Edit as JSON'}
              </Button>
            )}
            {form.isChanged && (
              <Button variant="ghost" onClick={form.reset}>
                Use the defaults
              </Button>
            )}
          </div>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID} isBusy={form.isChecking} disabled={isAdding}>
            Run
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!focusWrong(event.currentTarget)) form.submit();
        }}
        onKeyDown={submitOnModEnter}
      >
        {form.taskText !== null && (
          <Field
            label="Input of the task, as JSON"
            hint="Its input is exactly this, instead of what its own “with” and the previous task would give"
            error={form.taskError}
          >
            <CodeField
              name="Input of the task"
              language="json"
              check={findJsonMistake}
              value={form.taskText}
              onChange={form.setTaskText}
              rows={7}
              data-draft={form.taskError === undefined ? undefined : ''}
            />
          </Field>
        )}
        {isHere && <UnsetVariables path={path} />}
        <InputPart form={form} />
        {form.error !== null && (
          <p className={styles.error} role="alert">
            {form.error}
          </p>
        )}
        <Fold title="Options" summary={summary} isOpen={isAdding || (aim === null && runOn !== null)}>
          <RunOnPart path={path} isWhole={aim === null} isAdding={isAdding} onAdd={setIsAdding} />
          {isHere && <SimulationPart workflow={workflow} isOn={form.simulate} onChange={form.setSimulate} />}
          {isHere && needs.waits && <TimePart />}
          {aim === null && !(isHere && form.simulate) && (
            <ForecastPart path={path} address={isHere ? null : runOn} found={found} />
          )}
          {isHere && needs.models && !form.simulate && <BudgetFields onPrices={() => setHasPrices(true)} />}
        </Fold>
      </form>
      {hasPrices && <PricesScreen isOpen onClose={() => setHasPrices(false)} />}
    </Dialog>
  );
}

const DESCRIPTIONS = {
  from: 'It begins with this task. What ran before it in the run on screen is read as it was.',
  until: 'It ends with this task. Tasks next to it answer as they did in the run on screen.',
  only: 'Nothing else runs. What it reads from other tasks is taken from the run on screen.',
} as const;

function titleOf(workflow: Workflow, path: string, aim: RunFormSubject['aim']): string {
  if (aim === null) return `Run ${workflow.name ?? path}`;
  const name = findTask(workflow, aim.taskId)?.name ?? aim.taskId;
  return aim.kind === 'only' ? `Run only ${name}` : `Run ${aim.kind} ${name}`;
}

function InputPart({ form }: { readonly form: InputForm }): ReactNode {
  if (!form.isAsked) {
    return (
      <p className={styles.none}>
        This workflow takes no input.
        <Button variant="ghost" size="small" onClick={form.ask}>
          Give one anyway
        </Button>
      </p>
    );
  }
  if (form.isText || form.fields === null) {
    return (
      <Field label={form.taskText === null ? 'Input as JSON' : 'Input of the workflow, as JSON'}>
        <CodeField
          name="Input"
          language="json"
          check={findJsonMistake}
          complete={form.fields === null ? undefined : jsonCompleter(form.fields)}
          value={form.text}
          onChange={form.setText}
          rows={10}
        />
      </Field>
    );
  }
  return <InputFields form={form} fields={form.fields} />;
}

/** A field takes over what was typed with this key first, so the form is sent after it. */
function submitOnModEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  const form = event.currentTarget;
  setTimeout(() => form.requestSubmit());
}

interface Settings {
  /** Whether it runs in this browser. */
  readonly isHere: boolean;
  readonly simulate: boolean;
  readonly needs: ReturnType<typeof findNeeds>;
}

/** How a run of the form is set up, in a few words: `in this browser, simulated`. */
function useRunSettings({ isHere, simulate, needs }: Settings): string {
  const runOn = useSession((state) => state.workspace.runOn);
  const isVirtual = useSession((state) => state.run.virtualTime);
  const { tokens, cost } = useSession((state) => state.workspace.budget);
  if (!isHere) return `on ${runOn}`;
  const isLimited = needs.models && !simulate;
  return [
    'in this browser',
    simulate ? 'simulated' : 'for real',
    ...(needs.waits && isVirtual ? ['in virtual time'] : []),
    ...(isLimited && tokens !== undefined ? [`up to ${tokens.toLocaleString('en')} tokens`] : []),
    ...(isLimited && cost !== undefined ? [`up to ${formatCost(cost)}`] : []),
  ].join(', ');
}

const FACTS = [
  'Delays, checks, attempts and timeouts come one by one, without the wait. Calls take the time they take, and a signal is waited for.',
];

/** The switch of virtual time, and what it does and does not. */
function TimePart(): ReactNode {
  const isOn = useSession((state) => state.run.virtualTime);
  return (
    <FactsSwitch name="Virtual time" effect="waits pass at once" facts={FACTS} isOn={isOn} onChange={setVirtualTime} />
  );
}
