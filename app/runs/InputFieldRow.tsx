import { type ReactNode, useState } from 'react';
import type { Json } from '#engine';
import { NumberField, Select, Switch, TextArea, TextField } from '../ui/index.ts';
import type { InputField } from './toInputFields.ts';

interface InputFieldRowProps {
  readonly field: InputField;
  /** Undefined when nothing is given. */
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** One field of a run's input, by its kind. An emptied optional field is left out of the input. */
export function InputFieldRow({ field, value, onChange }: InputFieldRowProps): ReactNode {
  const label = field.isRequired ? `${field.label} (required)` : field.label;
  const hint = field.description ?? undefined;
  const common = { label, ...(hint === undefined ? {} : { hint }) };
  const setText = (text: string): void => onChange(text === '' && !field.isRequired ? undefined : text);
  switch (field.kind) {
    case 'text':
      return <TextField {...common} value={typeof value === 'string' ? value : ''} onChange={setText} />;
    case 'long-text':
      return <TextArea {...common} value={typeof value === 'string' ? value : ''} onChange={setText} rows={4} />;
    case 'number':
      return (
        <NumberField
          {...common}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    case 'switch':
      return <Switch {...common} isOn={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          {...common}
          value={value === undefined ? '' : JSON.stringify(value)}
          options={field.choices.map((choice) => ({ value: JSON.stringify(choice), label: String(choice) }))}
          onChange={(text) => onChange(JSON.parse(text) as Json)}
        />
      );
    case 'json':
      return <JsonField {...common} value={value} onChange={onChange} />;
  }
}

interface JsonFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** JSON as text; the value follows while the text is JSON. */
function JsonField({ value, onChange, ...common }: JsonFieldProps): ReactNode {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const [error, setError] = useState<string | undefined>();
  const change = (next: string): void => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : (JSON.parse(next) as Json));
      setError(undefined);
    } catch {
      setError('This is not JSON yet');
    }
  };
  return (
    <TextArea {...common} value={text} onChange={change} rows={3} isMono {...(error === undefined ? {} : { error })} />
  );
}
