import { expect, test } from 'vitest';
import { toFields } from '../form/toFields.ts';
import { type AnswerForm, isQuick, UNMET, whyUnanswered } from './useAnswerForm.ts';

/** A name that is required, and a note that is not. */
const FIELDS = toFields({ properties: { who: { type: 'string' }, note: { type: 'string' } }, required: ['who'] }) ?? [];

/** A form whose fields all have this value. */
function formOf(change: Partial<Omit<AnswerForm, 'valueOf'>> = {}, value?: string): AnswerForm {
  return {
    fields: [],
    answer: { name: null },
    valueOf: () => value,
    text: '',
    errors: new Map(),
    error: undefined,
    isSending: false,
    isUnmet: false,
    setField: () => undefined,
    setText: () => undefined,
    send: () => undefined,
    ...change,
  };
}

test('a yes or no needs two buttons alone where no other field must be filled in', () => {
  expect(isQuick(formOf())).toBe(true);
  expect(isQuick(formOf({ fields: FIELDS.filter(({ name }) => name === 'note') }))).toBe(true);
  expect(isQuick(formOf({ fields: FIELDS }))).toBe(false);
  expect(isQuick(formOf({ fields: FIELDS }, 'Ada'))).toBe(true);
  expect(isQuick(formOf({ answer: null }))).toBe(false);
});

test('an answer that ended nothing is told in one line', () => {
  expect(whyUnanswered(formOf())).toBeNull();
  expect(whyUnanswered(formOf({ isUnmet: true }))).toBe(UNMET);
  expect(whyUnanswered(formOf({ errors: new Map([['/who', 'A value is required']]) }))).toBe('A value is required');
  expect(whyUnanswered(formOf({ error: 'The run has ended.', isUnmet: true }))).toBe('The run has ended.');
});
