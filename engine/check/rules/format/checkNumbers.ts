import { parseDuration } from '../../../model/index.ts';
import type { FieldPlace } from '../../../schema/index.ts';
import { fixByRemoving, fixBySetting } from '../../subject/fixes.ts';
import type { FieldRule, Finding, Subject } from '../../subject/Rule.ts';

/** Durations and numbers that are written right and cannot be: too long, of no length, without an end. */
export const checkNumbers: FieldRule = function* (fields, subject) {
  for (const field of fields) {
    const finding =
      typeof field.part === 'number'
        ? checkNumber(field, subject)
        : field.kind === 'duration'
          ? checkDuration(field, subject)
          : undefined;
    if (finding !== undefined) yield finding;
  }
};

/** YAML has infinity and "not a number". JSON, in which runs are kept, has neither. */
function checkNumber({ path, part, kind }: FieldPlace, subject: Subject): Finding | undefined {
  if (Number.isFinite(part)) return undefined;
  const message = `"${path.at(-1)}" cannot be ${Number.isNaN(part) ? '.nan' : 'infinite'}: a run keeps its values as JSON, which has no such number.`;
  const isSetting = kind === undefined && OPTIONAL.has(String(path.at(-1)));
  if (!isSetting) return { code: 'OUT_OF_RANGE', path, message: `${message} Write a number.` };
  const fixes = fixByRemoving(subject, path, `Remove ${path.at(-1)}`);
  return { code: 'OUT_OF_RANGE', path, message: `${message} Write a number, or leave the key out.`, fixes };
}

/** Settings without which there is no bound of this kind, or the usual one. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'max_concurrent',
  'max_checks',
  'batch_size',
  'max_tokens',
  'max_steps',
]);

function checkDuration({ path, part }: FieldPlace, subject: Subject): Finding | undefined {
  if (typeof part !== 'string' || part.includes('{{')) return undefined;
  const duration = parseDuration(part);
  // What is no duration at all is reported by the format's schema, and so are the forms it takes for none.
  if (!duration.ok) return /longer than/.test(duration.error.reason) ? tooLong(path, duration.error.reason) : undefined;
  if (duration.value > 0 || path.at(-1) !== 'check_interval') return undefined;
  const message = 'Checks need time between them: "check_interval" must be at least 1ms.';
  return { code: 'OUT_OF_RANGE', path, message, fixes: fixBySetting(subject, path, '1s', 'Change to 1s') };
}

function tooLong(path: Finding['path'], reason: string): Finding {
  return { code: 'INVALID_DURATION', path, message: `${reason} Write a shorter one.` };
}
