import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { CodeField, Field } from '../../ui/index.ts';
import { parseJson } from './parseJson.ts';

export interface JsonEditorProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly rows?: number;
  readonly hint?: ReactNode;
  /** What is wrong beside the JSON itself. */
  readonly error?: string | undefined;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
  readonly onChange: (text: string) => void;
}

/** JSON as text: the error is shown below while typing; Mod+Enter sends the form around it. */
export function JsonEditor({ label, value, rows = 6, hint, error, takesFocus, onChange }: JsonEditorProps): ReactNode {
  const parsed = parseJson(value);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) area.current?.querySelector('textarea')?.focus();
  }, [takesFocus]);
  return (
    <div ref={area}>
      <Field label={label} hint={hint} error={parsed.ok ? error : parsed.error}>
        <CodeField
          name={typeof label === 'string' ? label : 'JSON'}
          language="json"
          check={findMistake}
          value={value}
          onChange={onChange}
          rows={rows}
          onKeyDown={submitOnModEnter}
        />
      </Field>
    </div>
  );
}

function findMistake(text: string): string | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? undefined : parsed.error;
}

function submitOnModEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.form?.requestSubmit();
}
