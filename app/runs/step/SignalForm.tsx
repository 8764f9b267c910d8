import { type FormEvent, type ReactNode, useState } from 'react';
import type { ActivationView } from '#engine/run';
import { useSession } from '../../session/index.ts';
import { sendSignal } from '../../session/run/index.ts';
import { Button, Field, TextArea } from '../../ui/index.ts';
import { findSignal } from '../parts/findSignal.ts';
import { parseJson } from '../parts/parseJson.ts';
import styles from '../parts/step.module.css';

/** Sends the signal a step waits for, with any JSON along. Nothing where it waits for something else. */
export function SignalForm({ step }: { readonly step: ActivationView }): ReactNode {
  const signal = useSession((state) => (state.run.shown ? findSignal(state.run.shown, step.activation) : null));
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  if (signal === null) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const payload = text.trim() === '' ? { ok: true as const, value: null } : parseJson(text);
    if (!payload.ok) return setError(payload.error);
    setError(undefined);
    void sendSignal(signal, payload.value);
  };
  return (
    <form className={styles.signal} onSubmit={submit}>
      <Field
        label={
          <>
            Waits for the signal <code>{signal}</code>
          </>
        }
        hint="What goes along with it, as JSON; may stay empty"
        error={error}
      >
        <TextArea value={text} onChange={setText} rows={2} isMono placeholder="null" />
      </Field>
      <Button type="submit" size="small" variant="primary">
        Send signal
      </Button>
    </form>
  );
}
