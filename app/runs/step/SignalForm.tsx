import type { FormEvent, ReactNode } from 'react';
import { useRef } from 'react';
import type { OpenWait } from '#engine/run';
import { Button, CodeField, Field, shortText } from '../../ui/index.ts';
import { focusWrong } from '../form/focusWrong.ts';
import { SchemaField } from '../form/SchemaField.tsx';
import { pointerTo } from '../form/toFields.ts';
import { findJsonMistake } from '../parts/parseJson.ts';
import styles from './SignalForm.module.css';
import { type AnswerForm, type DeliverAnswer, UNMET, useAnswerForm } from './useAnswerForm.ts';
import { YesOrNoButtons } from './YesOrNoButtons.tsx';

/** Longest text of a condition, in characters. */
const LONGEST = 300;

/** What is asked for. */
type Awaited = Pick<OpenWait, 'signal' | 'title' | 'description' | 'schema'>;

interface SignalFormProps {
  readonly wait: Awaited;
  readonly deliver: DeliverAnswer;
  /** What must hold of the answer; null: nothing, or it is not known here. */
  readonly condition?: string | null;
  /** Where the words of the task are said already, as in the title of a dialog. */
  readonly isTitled?: boolean;
  /** Tells it from others that ask the same, for a screen reader. */
  readonly place?: string;
  /** Called once the run has received an answer. */
  readonly onSent?: () => void;
}

/** The answer that a step waits for: a form drawn from its schema, or any JSON; where it is a yes or no, with a button for each. */
export function SignalForm(props: SignalFormProps): ReactNode {
  const { wait, deliver, condition = null, isTitled = false, place, onSent } = props;
  const form = useAnswerForm(wait, deliver, onSent);
  const element = useRef<HTMLFormElement>(null);
  const send = (yes?: boolean): void => {
    if (element.current !== null && !focusWrong(element.current)) form.send(yes);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Enter in a field decides nothing where there are two answers.
    if (form.answer === null) send();
  };
  const name = wait.title ?? `Answer for ${wait.signal}`;
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={submit}
      aria-label={place === undefined ? name : `${name} (${place})`}
    >
      {!isTitled && <Words wait={wait} />}
      {form.fields === null ? (
        <AnyJson wait={wait} form={form} condition={condition} />
      ) : (
        <Fields form={form} fields={form.fields} />
      )}
      {form.fields !== null && form.error !== undefined && (
        <p className={styles.error} role="alert">
          {form.error}
        </p>
      )}
      {form.isUnmet && (
        <p className={styles.note} role="status">
          {UNMET}
          {condition !== null && (
            <>
              {' Wanted is '}
              <code>{shortText(condition, LONGEST)}</code>
            </>
          )}
        </p>
      )}
      <div className={styles.buttons}>
        {form.answer === null ? (
          <Button type="submit" size="small" variant="primary" isBusy={form.isSending}>
            Send signal
          </Button>
        ) : (
          <YesOrNoButtons form={form} send={send} />
        )}
      </div>
    </form>
  );
}

/** What the task says to whoever answers. */
function Words({ wait: { title, description } }: { readonly wait: Awaited }): ReactNode {
  if (title === undefined && description === undefined) return null;
  return (
    <div className={styles.words}>
      {title !== undefined && <strong>{title}</strong>}
      {description !== undefined && <p>{description}</p>}
    </div>
  );
}

interface FieldsProps {
  readonly form: AnswerForm;
  readonly fields: NonNullable<AnswerForm['fields']>;
}

function Fields({ form, fields }: FieldsProps): ReactNode {
  return fields.map((field) => (
    <SchemaField
      key={field.name}
      field={field}
      pointer={field.name === '' ? '' : pointerTo('', field.name)}
      value={form.valueOf(field)}
      errors={form.errors}
      onChange={(value) => form.setField(field, value)}
    />
  ));
}

interface AnyJsonProps extends Pick<SignalFormProps, 'wait'> {
  readonly form: AnswerForm;
  readonly condition: string | null;
}

function AnyJson({ wait, form, condition }: AnyJsonProps): ReactNode {
  return (
    <Field
      label={
        <>
          Waits for the signal <code>{wait.signal}</code>
        </>
      }
      hint={
        condition === null
          ? 'Data to send with it, as JSON; may be empty'
          : `Data to send with it, as JSON; it must meet ${shortText(condition, LONGEST)}`
      }
      error={form.error}
    >
      <CodeField
        name="What goes along"
        language="json"
        check={findJsonMistake}
        value={form.text}
        onChange={form.setText}
        rows={2}
        placeholder="null"
      />
    </Field>
  );
}
