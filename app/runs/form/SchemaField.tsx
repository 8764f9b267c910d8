import { type ReactNode, useState } from 'react';
import type { Json } from '#engine/values';
import { Field, NumberField, Select, Switch, TextArea, TextField } from '../../ui/index.ts';
import type { InputField, InputKind } from './toInputFields.ts';

interface InputFieldRowProps {
  readonly field: InputField;
  /** Undefined when nothing is given. */
  readonly value: Json | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** One field of a run's input, by its kind. An emptied optional field is left out of the input. */
export function InputFieldRow(props: InputFieldRowProps): ReactNode {
  const { field } = props;
  if (field.kind === 'json') return <JsonField {...props} />;
  return (
    <Field
      label={labelOf(field)}
      hint={field.description}
      error={props.error}
      layout={field.kind === 'switch' ? 'row' : 'stack'}
    >
      <InputControl {...props} kind={field.kind} />
    </Field>
  );
}

function labelOf(field: InputField): string {
  return field.isRequired ? `${field.label} (required)` : field.label;
}

function InputControl(props: InputFieldRowProps & { readonly kind: Exclude<InputKind, 'json'> }): ReactNode {
  const { field, value, onChange, kind } = props;
  const setText = (text: string): void => onChange(text === '' && !field.isRequired ? undefined : text);
  switch (kind) {
    case 'text':
      return <TextField value={typeof value === 'string' ? value : ''} onChange={setText} />;
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
          value={value === undefined ? null : JSON.stringify(value)}
          options={field.choices.map((choice) => ({
            value: JSON.stringify(choice),
            label: typeof choice === 'string' ? choice : JSON.stringify(choice),
          }))}
          onChange={(text) => onChange(JSON.parse(text) as Json)}
        />
      );
  }
}

/** JSON as text; the value follows while the text is JSON. */
function JsonField({ field, value, error, onChange }: InputFieldRowProps): ReactNode {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const [draftError, setDraftError] = useState<string | undefined>();
  const change = (next: string): void => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : (JSON.parse(next) as Json));
      setDraftError(undefined);
    } catch {
      setDraftError('This is not JSON yet');
    }
  };
  return (
    <Field label={labelOf(field)} hint={field.description} error={draftError ?? error}>
      <TextArea value={text} onChange={change} rows={3} isMono data-draft={draftError === undefined ? undefined : ''} />
    </Field>
  );
}
