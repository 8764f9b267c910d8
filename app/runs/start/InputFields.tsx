import { type ReactNode, useState } from 'react';
import { resolveUse, traitsOf, type Workflow, walkTasks } from '#engine/model';
import { equalJson, type Json } from '#engine/values';
import { useSession } from '../../session/index.ts';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { SchemaField } from '../form/SchemaField.tsx';
import { type FormField, pointerTo } from '../form/toFields.ts';
import styles from './Fold.module.css';
import type { InputForm } from './useInputForm.ts';

interface InputFieldsProps {
  readonly form: InputForm;
  readonly fields: readonly FormField[];
}

/** The fields of an input; on a phone those that need no answer come last, and are folded. */
export function InputFields({ form, fields }: InputFieldsProps): ReactNode {
  const isNarrow = useSession((state) => state.view.isNarrow);
  // A field does not move while it is filled in.
  const [folded] = useState(() => splitFields(fields, form.values));
  const toField = (field: FormField): ReactNode => (
    <SchemaField
      key={`${field.name} ${form.resets}`}
      field={field}
      pointer={pointerTo('', field.name)}
      value={form.values[field.name]}
      errors={form.errors}
      onChange={(value) => form.setField(field.name, value)}
    />
  );
  const rest = isNarrow ? fields.filter(({ name }) => folded.has(name)) : [];
  const isWrong = [...form.errors.keys()].some((at) => rest.some(({ name }) => isWithin(at, pointerTo('', name))));
  return (
    <>
      {fields.filter((field) => !rest.includes(field)).map(toField)}
      {rest.length > 0 && (
        <Fold
          title={`${rest.length} more with defaults`}
          summary={rest.map(({ name, label }) => `${label}: ${toWords(form.values[name])}`).join(', ')}
          isOpen={isWrong}
        >
          {rest.map(toField)}
        </Fold>
      )}
    </>
  );
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function toWords(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  return typeof value === 'string' ? value.slice(0, 40) : JSON.stringify(value).slice(0, 40);
}

/** So few fields are all shown. */
const FEW = 2;

/**
 * The names of the fields that need no answer and have none of their own: they are not required, have a default, and are as that says. None
 * where that would hide a single field.
 */
export function splitFields(fields: readonly FormField[], values: Readonly<Record<string, Json>>): ReadonlySet<string> {
  const folded = fields.filter(
    ({ name, isRequired, defaultValue }) =>
      !isRequired && defaultValue !== undefined && equalJson(values[name] ?? null, defaultValue),
  );
  return new Set(folded.length < FEW ? [] : folded.map(({ name }) => name));
}

interface FoldProps {
  readonly title: string;
  /** How what is in it is set. */
  readonly summary: string;
  /** True: something in it has to be seen. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Parts of the form that need no answer, behind a line that says how they are set. */
export function Fold({ title, summary, isOpen, children }: FoldProps): ReactNode {
  return (
    <details className={styles.fold} open={isOpen}>
      <summary className={styles.line}>
        <ChevronRightIcon aria-hidden />
        <span className={styles.title}>{title}</span>
        <span className={styles.summary}>{summary}</span>
      </summary>
      <div className={styles.parts}>{children}</div>
    </details>
  );
}

/** What the form of a run has fields for only where the workflow can come to it. */
interface Needs {
  /** It asks a model, or may in a run that it starts. */
  readonly models: boolean;
  /** It waits by the clock, or may in a run that it starts. */
  readonly waits: boolean;
}

/** Reads from the tasks of a workflow what a run of it can reach. */
export function findNeeds(workflow: Workflow): Needs {
  const needs = { models: false, waits: false };
  for (const { task } of walkTasks(workflow)) {
    const use = resolveUse(workflow, task);
    const opensOther = use.kind === 'core' && use.name === 'workflow';
    if (opensOther || use.kind === 'agent') needs.models = true;
    if (opensOther || traitsOf(task.type).waits || task.retry !== null) needs.waits = true;
  }
  return needs;
}
