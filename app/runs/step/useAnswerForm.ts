import { useEffect, useState } from 'react';
import { ok } from '#engine';
import type { OpenWait, RunError } from '#engine/run';
import { isJsonObject, type Json, type JsonObject } from '#engine/values';
import type { InputProblem } from '../../session/run/index.ts';
import { type FieldErrors, NO_ERRORS, toFieldErrors } from '../form/toFieldErrors.ts';
import { defaultInput, type FormField, initialValue, toRootField, withMember } from '../form/toFields.ts';
import { parseJson } from '../parts/parseJson.ts';

/** The form of what a wait is answered with: its fields, its values, and what sends them. */
export interface AnswerForm {
  /** Null where the task has no schema: any JSON is sent, as a text. */
  readonly fields: readonly FormField[] | null;
  /** Set where a yes or no is asked for. */
  readonly answer: YesOrNo | null;
  readonly valueOf: (field: FormField) => Json | undefined;
  readonly text: string;
  readonly errors: FieldErrors['fields'];
  /** What is wrong with the whole, or why it changed nothing. */
  readonly error: string | undefined;
  readonly isSending: boolean;
  /** True: it was sent, and the step waits on. */
  readonly isUnmet: boolean;
  readonly setField: (field: FormField, value: Json | undefined) => void;
  readonly setText: (text: string) => void;
  /** Sends the values; `yes` is the answer where one is asked for. */
  readonly send: (yes?: boolean) => void;
}

/** How long after a signal its step still waits, where that says that it does not end by it, in ms. */
const SETTLED = 700;

/** What is said where an answer was sent and ended nothing. */
export const UNMET =
  'It was sent, but the step keeps waiting: the answer does not meet its condition. Change it and send it again.';

/** Whether a yes or no is all that must be given: it needs two buttons and no field. */
export function isQuick({ answer, fields, valueOf }: AnswerForm): boolean {
  return answer !== null && !(fields ?? []).some((field) => field.isRequired && valueOf(field) === undefined);
}

/** Why what was sent ended nothing, in one line; null where nothing is known against it. */
export function whyUnanswered({ error, errors, isUnmet }: AnswerForm): string | null {
  return error ?? [...errors.values()][0] ?? (isUnmet ? UNMET : null);
}

/** Sends an answer to the run that waits for it; answers with why it is refused. */
export type DeliverAnswer = (payload: Json) => Promise<RunError | undefined>;

/** Keeps the form of a wait, from the defaults of its schema on. */
export function useAnswerForm(
  { schema }: Pick<OpenWait, 'schema'>,
  send: DeliverAnswer,
  onSent?: () => void,
): AnswerForm {
  const root = schema === null ? null : toRootField(schema, 'Answer');
  const answer = schema === null ? null : findAnswer(schema);
  const isMap = root?.kind === 'group';
  const all = root === null ? null : isMap ? root.fields : [root];
  // The answer has buttons.
  const fields = all?.filter(({ name }) => answer === null || (answer.name !== null && name !== answer.name)) ?? null;
  const [value, setValue] = useState<Json | undefined>(() => startOf(root));
  const [text, setText] = useState('');
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [isSending, setIsSending] = useState(false);
  const [sentAt, setSentAt] = useState<number | null>(null);
  const [isUnmet, setIsUnmet] = useState(false);
  useEffect(() => {
    if (sentAt === null) return;
    const timer = setTimeout(() => setIsUnmet(true), SETTLED);
    return () => clearTimeout(timer);
  }, [sentAt]);
  const values: JsonObject = isJsonObject(value) ? value : {};

  const deliver = async (payload: Json): Promise<void> => {
    setIsSending(true);
    const refusal = await send(payload);
    setIsSending(false);
    if (refusal === undefined) {
      setSentAt(Date.now());
      onSent?.();
    } else setErrors(toErrors(refusal, isMap ? (fields ?? []) : (all ?? [])));
  };
  const change = (): void => {
    setErrors(NO_ERRORS);
    setIsUnmet(false);
    setSentAt(null);
  };

  return {
    fields,
    answer,
    valueOf: (field) => (isMap ? values[field.name] : value),
    text,
    errors: errors.fields,
    error: errors.other ?? undefined,
    isSending,
    isUnmet,
    setField: (field, next) => {
      change();
      setValue(isMap ? withMember(values, field.name, next) : next);
    },
    setText: (next) => {
      change();
      setText(next);
    },
    send: (yes) => {
      change();
      if (root === null) {
        const given = text.trim() === '' ? ok(null) : parseJson(text);
        if (given.ok) void deliver(given.value);
        else setErrors({ ...NO_ERRORS, other: given.error });
      } else if (answer === null || yes === undefined) void deliver(isMap ? values : (value ?? null));
      else void deliver(answer.name === null ? yes : { ...values, [answer.name]: yes });
    },
  };
}

/** The value that a form starts from. */
function startOf(root: FormField | null): Json | undefined {
  if (root === null) return undefined;
  return root.kind === 'group' ? defaultInput(root.fields) : initialValue(root);
}

function toErrors({ message, details }: RunError, fields: readonly FormField[]): FieldErrors {
  const problems = isJsonObject(details) ? details['errors'] : null;
  if (!Array.isArray(problems)) return { ...NO_ERRORS, other: message };
  const known = (problems as readonly Json[]).flatMap((each): InputProblem[] => {
    if (!isJsonObject(each)) return [];
    const { path, message: words } = each;
    return typeof path === 'string' && typeof words === 'string' ? [{ path, message: words }] : [];
  });
  // A value that is no map has one field, which is at the place of the whole.
  const [only] = fields;
  if (fields.length === 1 && only?.name === '') {
    const inside = toFieldErrors(
      known.map((each) => ({ ...each, path: `/${each.path}` })),
      fields,
    );
    const moved = [...inside.fields].map(([pointer, words]) => [pointer.slice(1), words] as const);
    return { fields: new Map(moved), other: inside.other };
  }
  return toFieldErrors(known, fields, 'What is sent');
}

/** A payload that is a yes or no. */
interface YesOrNo {
  /** The property that is the answer; null where the payload is the answer itself. */
  readonly name: string | null;
}

/**
 * Whether a schema asks for a yes or no: a boolean, or a map in which exactly one of the required properties is a boolean
 * (format.md 5). Null where it asks for something else.
 */
export function findAnswer(schema: Json): YesOrNo | null {
  if (!isJsonObject(schema)) return null;
  if (isBoolean(schema)) return { name: null };
  const { properties, required } = schema;
  if (!isJsonObject(properties) || !Array.isArray(required)) return null;
  const names = required.filter((name) => typeof name === 'string' && isBoolean(properties[name] ?? null));
  const [name] = names;
  return names.length === 1 && typeof name === 'string' ? { name } : null;
}

/** One that can only be true, or only be false, leaves no choice. */
function isBoolean(schema: Json): boolean {
  return isJsonObject(schema) && schema['type'] === 'boolean' && !('enum' in schema) && !('const' in schema);
}
