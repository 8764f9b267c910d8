import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { err, isJsonObject, type Json, ok, prepareInput, type Result, toJson, type Workflow } from '#engine';
import { activeAnalysis, closeDialog, lastInput, startRun, useSession } from '../session/index.ts';
import { Button, Dialog, Field, Switch, TextArea } from '../ui/index.ts';
import { InputFieldRow } from './InputFieldRow.tsx';
import styles from './RunDialog.module.css';
import { type InputField, initialInput, toInputFields } from './toInputFields.ts';

const FORM_ID = 'run-input';

/** Asks for a run's input, drawn from `schema.input` or as JSON, and starts the run. Starts from the last input of the file. */
export function RunDialog(): ReactNode {
  const isOpen = useSession((state) => state.dialog === 'run-form');
  const path = useSession((state) => state.activePath);
  if (!isOpen || path === null) return null;
  const analysis = activeAnalysis();
  if (analysis === null) return null;
  return <RunForm key={path} path={path} workflow={analysis.workflow} />;
}

function RunForm({ path, workflow }: { readonly path: string; readonly workflow: Workflow }): ReactNode {
  const schema = workflow.inputSchema === null ? null : toJson(workflow.inputSchema);
  const fields = toInputFields(schema);
  const [input, setInput] = useState<Json>(() =>
    fields ? initialInput(fields, lastInput(path) ?? null) : (lastInput(path) ?? {}),
  );
  const [isText, setIsText] = useState(fields === null);
  const [text, setText] = useState(() => JSON.stringify(input, null, 2));
  const [simulate, setSimulate] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const given = isText ? parseText(text) : ok(input);
    if (!given.ok) return setError(given.error);
    const prepared = prepareInput(workflow, given.value);
    if (!prepared.ok) return setError(prepared.error.message);
    closeDialog();
    void startRun(given.value, { simulate });
  };
  const showText = (next: boolean): void => {
    const parsed = parseText(text);
    if (next) setText(JSON.stringify(input, null, 2));
    else if (parsed.ok) setInput(parsed.value);
    setIsText(next);
  };

  return (
    <Dialog
      isOpen
      title={`Run ${workflow.name ?? path}`}
      onClose={closeDialog}
      footer={
        <>
          {fields !== null && (
            <Button variant="ghost" onClick={() => showText(!isText)}>
              {isText ? 'Edit as form' : 'Edit as JSON'}
            </Button>
          )}
          <Button onClick={closeDialog}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID}>
            Run
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        className={styles.form}
        onSubmit={submit}
        onKeyDown={(event) => submitOnModEnter(event, submit)}
      >
        {isText || fields === null ? (
          <Field label="Input as JSON">
            <TextArea value={text} onChange={setText} rows={10} isMono />
          </Field>
        ) : (
          <Fields fields={fields} input={input} onChange={setInput} />
        )}
        {error !== null && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <div className={styles.simulate}>
          <Switch checked={simulate} onChange={setSimulate} aria-label="Simulate models and tools" />
          <span aria-hidden>Simulate models and tools: answers are made up from their schemas</span>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly fields: readonly InputField[];
  readonly input: Json;
  readonly onChange: (input: Json) => void;
}

function Fields({ fields, input, onChange }: FieldsProps): ReactNode {
  const values = isJsonObject(input) ? input : {};
  const setField = (name: string, value: Json | undefined): void => {
    const rest = Object.entries(values).filter(([key]) => key !== name);
    onChange(Object.fromEntries(value === undefined ? rest : [...rest, [name, value] as const]));
  };
  return fields.map((field) => (
    <InputFieldRow
      key={field.name}
      field={field}
      value={values[field.name]}
      onChange={(value) => setField(field.name, value)}
    />
  ));
}

function parseText(text: string): Result<Json, string> {
  try {
    return ok(text.trim() === '' ? {} : (JSON.parse(text) as Json));
  } catch (error) {
    return err(`This is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function submitOnModEnter(event: KeyboardEvent, submit: (event: FormEvent) => void): void {
  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event);
}
