import { type ReactNode, useState } from 'react';
import { equalJson, type Json } from '#engine/values';
import { useSession } from '../../session/index.ts';
import { SchemaField } from '../form/SchemaField.tsx';
import { type FormField, pointerTo } from '../form/toFields.ts';
import { Fold } from './Fold.tsx';
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
