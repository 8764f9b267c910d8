import { parseTemplate } from '../../../expression/index.ts';
import type { FieldPlace } from '../../../schema/index.ts';
import type { Path } from '../../../text/index.ts';
import {
  type ForeignTemplate,
  findForeignTemplates,
  findTemplatesInCode,
  maySeemForeign,
  type TextUse,
} from '../../foreign/templates.ts';
import { createVerbatim, takesTemplates } from '../../subject/findTemplates.ts';
import { type Finding, fixInText, type Rule, type Subject } from '../../subject/Rule.ts';
import { rangeIn } from './checkExpressions.ts';

/** Templates as other programs write them, and templates where none is evaluated: they stay text, and a run sends them as they are. */
export const checkForeignTemplates: Rule = function* (subject) {
  const isVerbatim = createVerbatim(subject.analysis.workflow);
  for (const fields of subject.groups) {
    for (const field of candidatesIn(fields)) {
      const { path, part } = field;
      if (typeof path.at(-1) === 'string' && String(path.at(-1)).includes('{{')) yield inKey(path);
      if (typeof part !== 'string') continue;
      const isCode = field.kind === 'code' || isVerbatim(path);
      for (const template of isCode ? findTemplatesInCode(part) : templatesIn(field, part))
        yield toFinding(template, { path, value: part }, subject);
    }
  }
};

/** Without braces, a field that takes an expression is one. */
function templatesIn(field: FieldPlace, text: string): readonly ForeignTemplate[] {
  const isBare = field.kind === 'expression' && !text.includes('{{');
  return takesTemplates(field) && !isBare ? findForeignTemplates(parseTemplate(text), useOf(field.path)) : [];
}

/** The fields of a group that are looked into, found once: most groups have none. */
const candidates = new WeakMap<readonly FieldPlace[], readonly FieldPlace[]>();

function candidatesIn(fields: readonly FieldPlace[]): readonly FieldPlace[] {
  let found = candidates.get(fields);
  if (found === undefined) {
    found = fields.filter(
      ({ path, part }) =>
        (typeof part === 'string' && (maySeemForeign(part) || (path.at(-1) === 'code' && part.includes('{{')))) ||
        String(path.at(-1)).includes('{{'),
    );
    candidates.set(fields, found);
  }
  return found;
}

interface Text {
  readonly path: Path;
  readonly value: string;
}

function inKey(path: Path): Finding {
  const message =
    'Templates do not work in keys: this one stays as written. Put what varies into a value, such as “{ key: "{{ input.key }}" }”.';
  return { code: 'NOT_A_TEMPLATE', path, part: 'key', message };
}

const PROSE = /^(?:instructions|content|system|prompt|description|name|title|template)$/;
const CODE =
  /^(?:code|script|commands?|cmd|run|shell|bash|sql|query|source|jq|html|css|regex|pattern|program|function|snippet)$/i;

/** What a text is for, by its key. */
function useOf(path: Path): TextUse {
  const key = String(path.findLast((step) => typeof step === 'string'));
  return CODE.test(key) ? 'code' : PROSE.test(key) ? 'prose' : 'data';
}

function toFinding({ start, end, message, right }: ForeignTemplate, { path, value }: Text, subject: Subject): Finding {
  const part = { start, end };
  const range = rangeIn(subject, path, part);
  if (right === null) return { code: 'NOT_A_TEMPLATE', path, range, message };
  const fixes = fixInText(subject, value, { path, part, text: right });
  return { code: 'NOT_A_TEMPLATE', path, range, message: `${message} Write “${right}”.`, fixes };
}
