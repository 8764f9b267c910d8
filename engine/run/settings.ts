import { err, type Json, ok, type Result } from '../base/index.ts';
import { parseDuration, type Setting } from '../model/index.ts';
import type { RunError } from './Effect.ts';
import { runError } from './errors.ts';
import { evaluate } from './evaluate.ts';
import type { Run } from './Run.ts';
import type { Frame } from './roots.ts';

interface SettingValues {
  readonly number: number;
  readonly boolean: boolean;
  /** ms. */
  readonly duration: number;
}

type SettingType = keyof SettingValues | readonly string[];
type ValueOf<Type> = Type extends keyof SettingValues
  ? SettingValues[Type]
  : Type extends readonly (infer Word)[]
    ? Word
    : never;

/** A field that holds a value or a template for one: its value; null when absent or when the template gives null. */
export function readSetting<const Type extends SettingType>(
  run: Run,
  frame: Frame,
  field: { readonly setting: Setting<ValueOf<Type>> | null; readonly type: Type; readonly where: string },
): Result<ValueOf<Type> | null, RunError> {
  const { setting, type, where } = field;
  if (setting === null) return ok(null);
  if (setting.kind === 'value') return ok(setting.value);
  const result = evaluate(run, frame, { data: setting.source, where });
  if (!result.ok) return result;
  if (result.value === null) return ok(null);
  const value = convert(result.value, type);
  // `convert` gives a value of the type it was asked for, or a reason.
  return value.ok
    ? ok(value.value as ValueOf<Type>)
    : err(runError('CONFIGURATION_ERROR', 'setting', `${where} ${value.error}`));
}

function convert(value: Json, type: SettingType): Result<number | boolean | string, string> {
  if (type === 'number')
    return typeof value === 'number' ? ok(value) : err(`must give a number, not ${JSON.stringify(value)}.`);
  if (type === 'boolean')
    return typeof value === 'boolean' ? ok(value) : err(`must give true or false, not ${JSON.stringify(value)}.`);
  if (type === 'duration') {
    if (typeof value !== 'string') return err(`must give a duration such as "5s", not ${JSON.stringify(value)}.`);
    const duration = parseDuration(value);
    return duration.ok ? ok(duration.value) : err(`gives ${JSON.stringify(value)}: ${duration.error.reason}`);
  }
  return typeof value === 'string' && type.includes(value)
    ? ok(value)
    : err(`must give one of ${type.join(', ')}, not ${JSON.stringify(value)}.`);
}
