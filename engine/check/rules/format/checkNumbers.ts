import { parseDuration } from '../../../model/index.ts';
import { describePath, type FieldPlace } from '../../../schema/index.ts';
import { findNode } from '../../../syntax/index.ts';
import { type FieldRule, type Finding, fixByRemoving, fixBySetting, type Subject } from '../../subject/Rule.ts';

/** Durations and numbers that are written right and cannot be: too long, of no length, without an end; and numbers that look like text. */
export const checkNumbers: FieldRule = function* (fields, subject) {
  for (const field of fields) {
    const finding =
      typeof field.part === 'number'
        ? (checkNumber(field, subject) ?? checkWritten(field, subject))
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

/**
 * A number among the author's own data of which a run keeps less than is written, where text was most likely meant: `01234`,
 * `+4917012345` and `1.20` are 1234, 4917012345 and 1.2. What is another way to write a number (`1e6`, `0x1F`, `0.0`) and
 * what is where the format wants a number is taken for one.
 */
function checkWritten({ path, kind }: FieldPlace, subject: Subject): Finding | undefined {
  if (kind !== 'template') return undefined;
  const node = findNode(subject.tree, path);
  if (node?.kind !== 'scalar' || node.tag !== null || !LOOKS_LIKE_TEXT.test(node.source)) return undefined;
  const { type = [] } = describePath(path, subject.data) ?? {};
  if (type.includes('number') || type.includes('integer')) return undefined;
  const message = `A run reads ${node.source} as the number ${node.value}. If it is text, such as a code, a telephone number or a version, put it in quotes; if not, write ${node.value}.`;
  const fixes = fixBySetting(subject, path, node.source, 'Put it in quotes');
  return { code: 'NUMBER_AS_TEXT', path, message, fixes };
}

/** Zeros in front, a plus sign, or zeros at the end behind a point; none of them in a number with an exponent. */
const LOOKS_LIKE_TEXT = /^(?!-?0\.0$)(?:[-+]?0\d+(?:\.\d*)?|\+[\d.]+|-?\d*\.\d*0)$/;

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
