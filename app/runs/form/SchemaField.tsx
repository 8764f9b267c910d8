import { type ReactNode, useState } from 'react';
import { ok } from '#engine';
import { isJsonObject, type Json } from '#engine/values';
import { PlusIcon, Trash2Icon } from '../../ui/icons.ts';
import {
  Button,
  CodeField,
  Field,
  IconButton,
  LinesField,
  NumberField,
  Select,
  Switch,
  TextArea,
} from '../../ui/index.ts';
import { findJsonMistake, parseJson } from '../parts/parseJson.ts';
import styles from './SchemaField.module.css';
import type { FieldErrors } from './toFieldErrors.ts';
import { type FieldKind, type FormField, newItem, pointerTo, withMember } from './toFields.ts';

interface SchemaFieldProps {
  readonly field: FormField;
  /** JSON Pointer to the value. */
  readonly pointer: string;
  /** Undefined when nothing is given. */
  readonly value: Json | undefined;
  readonly errors: FieldErrors['fields'];
  readonly onChange: (value: Json | undefined) => void;
}

/** One field of a form, by its kind, with the fields in it. An emptied optional field is omitted from the value. */
export function SchemaField(props: SchemaFieldProps): ReactNode {
  const { field, pointer, errors } = props;
  if (field.kind === 'json') return <JsonField {...props} />;
  if (field.kind === 'group') return <Group {...props} />;
  if (field.kind === 'list') return <List {...props} />;
  return (
    <Field
      label={labelOf(field)}
      hint={field.description}
      error={errors.get(pointer)}
      layout={field.kind === 'switch' ? 'row' : 'stack'}
    >
      <Control {...props} kind={field.kind} />
    </Field>
  );
}

function labelOf(field: FormField): string {
  return field.isRequired ? `${field.label} (required)` : field.label;
}

function Control(
  props: SchemaFieldProps & { readonly kind: Exclude<FieldKind, 'json' | 'list' | 'group'> },
): ReactNode {
  const { field, value, onChange, kind } = props;
  const setText = (text: string): void => onChange(text === '' && !field.isRequired ? undefined : text);
  switch (kind) {
    case 'text':
      return <LinesField value={typeof value === 'string' ? value : ''} onChange={setText} />;
    case 'long-text':
      return <TextArea value={typeof value === 'string' ? value : ''} onChange={setText} rows={4} />;
    case 'number':
      return (
        <NumberField
          isInteger={field.isInteger}
          value={typeof value === 'number' ? value : null}
          onCommit={(next) => onChange(next ?? undefined)}
        />
      );
    case 'switch':
      return <Switch checked={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          value={value === undefined || value === null ? null : JSON.stringify(value)}
          options={field.choices.map((choice) => ({
            value: JSON.stringify(choice),
            label: typeof choice === 'string' ? choice : JSON.stringify(choice),
          }))}
          onChange={(text) => onChange(JSON.parse(text) as Json)}
        />
      );
  }
}

/** A map: its fields under its name. */
function Group({ field, pointer, value, errors, onChange }: SchemaFieldProps): ReactNode {
  const values = isJsonObject(value) ? value : {};
  return (
    <Fieldset field={field} error={errors.get(pointer)}>
      {field.fields.map((inner) => (
        <SchemaField
          key={inner.name}
          field={inner}
          pointer={pointerTo(pointer, inner.name)}
          value={values[inner.name]}
          errors={errors}
          onChange={(next) => {
            const changed = withMember(values, inner.name, next);
            onChange(Object.keys(changed).length === 0 && !field.isRequired ? undefined : changed);
          }}
        />
      ))}
    </Fieldset>
  );
}

/** A list: a row for each item, and a way to add one. */
function List({ field, pointer, value, errors, onChange }: SchemaFieldProps): ReactNode {
  const { item } = field;
  const items = Array.isArray(value) ? (value as readonly Json[]) : [];
  // Items have no names, and those that keep a draft start afresh where one before them goes.
  const [removals, setRemovals] = useState(0);
  if (item === null) return null;
  return (
    <Fieldset field={field} error={errors.get(pointer)}>
      {items.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place alone.
        <div key={`${removals} ${index}`} className={styles.row}>
          <SchemaField
            field={{ ...item, label: `${item.label || field.label} ${index + 1}`, isRequired: false }}
            pointer={pointerTo(pointer, index)}
            value={each}
            errors={errors}
            onChange={(next) => onChange(items.map((other, at) => (at === index ? (next ?? newItem(item)) : other)))}
          />
          <IconButton
            label={`Remove ${item.label || field.label} ${index + 1}`}
            icon={<Trash2Icon />}
            size="small"
            onClick={() => {
              setRemovals(removals + 1);
              const left = items.filter((_, at) => at !== index);
              onChange(left.length === 0 && !field.isRequired ? undefined : left);
            }}
          />
        </div>
      ))}
      <div>
        <Button size="small" icon={<PlusIcon />} onClick={() => onChange([...items, newItem(item)])}>
          {`Add to ${field.label}`}
        </Button>
      </div>
    </Fieldset>
  );
}

interface FieldsetProps {
  readonly field: FormField;
  readonly error: string | undefined;
  readonly children: ReactNode;
}

function Fieldset({ field, error, children }: FieldsetProps): ReactNode {
  const note = error ?? field.description;
  return (
    <fieldset className={styles.group}>
      {field.label !== '' && <legend>{labelOf(field)}</legend>}
      {note && (
        <p
          className={error === undefined ? styles.hint : styles.error}
          role={error === undefined ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
      {children}
    </fieldset>
  );
}

/** JSON as text; the value follows while the text is JSON. */
function JsonField({ field, pointer, value, errors, onChange }: SchemaFieldProps): ReactNode {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const [draftError, setDraftError] = useState<string | undefined>();
  const change = (next: string): void => {
    setText(next);
    const parsed = next.trim() === '' ? ok(undefined) : parseJson(next);
    if (parsed.ok) onChange(parsed.value);
    setDraftError(parsed.ok ? undefined : parsed.error);
  };
  return (
    <Field label={labelOf(field)} hint={field.description} error={draftError ?? errors.get(pointer)}>
      <CodeField
        name={field.label}
        language="json"
        check={findJsonMistake}
        value={text}
        onChange={change}
        rows={3}
        data-draft={draftError === undefined ? undefined : ''}
      />
    </Field>
  );
}
