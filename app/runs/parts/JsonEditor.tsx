import type { KeyboardEvent, ReactNode } from 'react';
import { CodeField, Field } from '../../ui/index.ts';
import { findJsonMistake, parseJson } from './parseJson.ts';

export interface JsonEditorProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly rows?: number;
  readonly hint?: ReactNode;
  /** What is wrong next to the JSON itself. */
  readonly error?: string | undefined;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
  readonly onChange: (text: string) => void;
}

/** JSON as text: the error is shown below while typing; Mod+Enter sends the form around it. */
export function JsonEditor({ label, value, rows = 6, hint, error, takesFocus, onChange }: JsonEditorProps): ReactNode {
  const parsed = parseJson(value);
  return (
    <Field label={label} hint={hint} error={parsed.ok ? error : parsed.error}>
      <CodeField
        name={typeof label === 'string' ? label : 'JSON'}
        language="json"
        check={findJsonMistake}
        value={value}
        onChange={onChange}
        rows={rows}
        autoFocus={takesFocus}
        onKeyDown={submitOnModEnter}
      />
    </Field>
  );
}

function submitOnModEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.form?.requestSubmit();
}
