import { type FormEvent, type ReactNode, useState } from 'react';
import type { Json } from '#engine/values';
import { Button } from '../../ui/index.ts';
import styles from '../parts/bar.module.css';
import { JsonEditor } from '../parts/JsonEditor.tsx';
import { parseJson } from '../parts/parseJson.ts';

interface ValueFormProps {
  readonly label: string;
  readonly value: Json;
  /** What the button says that takes the value. */
  readonly action?: string;
  readonly onSave: (value: Json) => void;
  readonly onCancel: () => void;
}

/** A value as JSON to be changed; the error is shown below it, and nothing invalid is saved. */
export function ValueForm({ label, value, action = 'Use this value', onSave, onCancel }: ValueFormProps): ReactNode {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const parsed = parseJson(text);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (parsed.ok) onSave(parsed.value);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <JsonEditor label={label} value={text} onChange={setText} takesFocus />
      <div className={styles.buttons}>
        <Button type="submit" size="small" variant="primary" disabled={!parsed.ok}>
          {action}
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
