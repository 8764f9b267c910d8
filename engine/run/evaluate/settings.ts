import { err, type Json, ok, type Result } from '../../base/index.ts';
import { parseDuration, type Setting } from '../../model/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import type { Frame } from '../state/Frame.ts';
import type { Run } from '../state/Run.ts';
import { evaluate } from './evaluate.ts';

/** Reads what a template gave as a field's value; the error says what it must be, after the field's name. */
export type ReadValue<T> = (value: Json) => Result<T, string>;

/** One field of a task's config: what is written there, how a template's value is read, and its name for errors. */
export interface SettingField<T> {
  readonly setting: Setting<T> | null;
  readonly read: ReadValue<T>;
  readonly where: string;
}

/** A field that holds a value or a template for one: its value; null when absent or when the template gives null. */
export function readSetting<T>(run: Run, frame: Frame, field: SettingField<T>): Result<T | null, RunError> {
  const { setting, read, where } = field;
  if (setting === null) return ok(null);
  if (setting.kind === 'value') return ok(setting.value);
  const result = evaluate(run, frame, { data: setting.source, where });
  if (!result.ok) return result;
  if (result.value === null) return ok(null);
  const value = read(result.value);
  return value.ok ? value : err(runError('CONFIGURATION_ERROR', 'setting', `${where} ${value.error}`));
}

/** Several fields, as {@link readSetting} reads one, in their order; the error is that of the first that cannot be read. */
export function readSettings<Values extends object>(
  run: Run,
  frame: Frame,
  fields: { readonly [Key in keyof Values]: SettingField<Values[Key]> },
): Result<{ readonly [Key in keyof Values]: Values[Key] | null }, RunError> {
  const values: { [Key in keyof Values]?: Values[Key] | null } = {};
  for (const key in fields) {
    const value = readSetting(run, frame, fields[key]);
    if (!value.ok) return value;
    values[key] = value.value;
  }
  // Every key of `fields` was read above.
  return ok(values as { [Key in keyof Values]: Values[Key] | null });
}

/** A number. */
export const readNumber: ReadValue<number> = (value) =>
  typeof value === 'number' ? ok(value) : err(`must give a number, not ${JSON.stringify(value)}.`);

/** True or false; texts are not taken for either. */
export const readBoolean: ReadValue<boolean> = (value) =>
  typeof value === 'boolean' ? ok(value) : err(`must give true or false, not ${JSON.stringify(value)}.`);

/** ms, from a duration string. */
export const readDuration: ReadValue<number> = (value) => {
  if (typeof value !== 'string') return err(`must give a duration such as "5s", not ${JSON.stringify(value)}.`);
  const duration = parseDuration(value);
  return duration.ok ? ok(duration.value) : err(`gives ${JSON.stringify(value)}: ${duration.error.reason}`);
};

/** One of some words. */
export function readWord<const Word extends string>(...words: readonly Word[]): ReadValue<Word> {
  return (value) => {
    const word = words.find((known) => known === value);
    return word === undefined ? err(`must give one of ${words.join(', ')}, not ${JSON.stringify(value)}.`) : ok(word);
  };
}
