import type { InputProblem } from '../../session/run/index.ts';
import type { InputField } from './toInputFields.ts';

export interface FieldErrors {
  /** What is wrong with a field, by its name. */
  readonly fields: ReadonlyMap<string, string>;
  /** What belongs to no field, in a sentence; null when there is nothing. */
  readonly other: string | null;
}

/** Puts each problem of an input at its field: by its place, and where a required one is missing, by its name. */
export function toFieldErrors(problems: readonly InputProblem[], fields: readonly InputField[]): FieldErrors {
  const byField = new Map<string, string>();
  const others: string[] = [];
  for (const { path, message } of problems) {
    const missing = path === '' ? fields.find(({ name }) => message === `is missing "${name}"`) : undefined;
    const [, first = '', ...rest] = path.split('/').map(unescape);
    const field = missing ?? fields.find(({ name }) => path !== '' && name === first);
    if (!field) others.push(path === '' ? `The input ${message}.` : `${path} ${message}.`);
    else if (!byField.has(field.name))
      byField.set(field.name, missing ? 'A value is required' : capitalize([...rest, message].join(' ')));
  }
  return { fields: byField, other: others.length === 0 ? null : others.join(' ') };
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
