import { toExpression } from '../../convert/index.ts';
import { type Expression, type FunctionName, findFunction, parseExpression } from '../../expression/index.ts';
import { findCounterpart, isFunction, signatureOf } from './functions.ts';
import { isOwnRoot, parsePath, toOwnPath } from './names.ts';

/** A broken expression that is a good one in another language. */
export interface ForeignExpression {
  /** What it is, in a sentence. */
  readonly message: string;
  /** The same in this language; null where it cannot be made, or not for certain. */
  readonly right: string | null;
}

/** One way in which others write; null where an expression is not written so. */
type Reading = (inside: string) => ForeignExpression | null;

const BLOCKS =
  'Choose with “a ? b : c”, and loop over a list with “map(list, x => …)”, or with a task of type collection.';

const BRACES = 'A template has two braces on each side, and nothing next to them.';

const READINGS: readonly Reading[] = [
  (inside) =>
    /^[#/^]|^>\s*[A-Za-z_]|^!--|^(?:else|end|endif|endfor)$|^(?:if|elif|range|for|with|unless|block|include)\s/.test(
      inside,
    )
      ? {
          message: `“${short(inside)}” is a block of another template language, which expressions do not have. ${BLOCKS}`,
          right: null,
        }
      : null,
  // {{{ x }}}
  (inside) => {
    const bare = /^\{\s*([^{}:]+?)\s*\}$/.exec(inside)?.[1];
    return bare === undefined ? null : { message: BRACES, right: toRight(bare) ?? bare };
  },
  (inside) =>
    /(?:^|[\s(|])\.[A-Za-z_]/.test(withoutTexts(inside))
      ? {
          message:
            'Names that begin with a dot come from Go, jq and Helm. Here they begin with a root such as “input” or “tasks”.',
          right: toExpression(inside, (root) => (isOwnRoot(root) ? root : `input.${root}`)),
        }
      : null,
  // $('A').item.json.x
  (inside) => {
    const [, id, rest = ''] =
      /^\$\(\s*['"]([^'"]+)['"]\s*\)\.(?:item|first\(\)|last\(\))\.json((?:\.[\w$]+)*)$/.exec(inside) ?? [];
    if (id === undefined) return null;
    return {
      message: 'Another task is read by its id.',
      right: toOwnPath('steps', [id, ...rest.split('.').filter(Boolean)]),
    };
  },
  // ${x} and $.x in a field that takes an expression without braces
  (inside) => {
    const bare = /^\$\{\{?\s*([^{}]*?)\s*\}?\}$/.exec(inside)?.[1] ?? /^=\s*([^=][\s\S]*)$/.exec(inside)?.[1];
    return bare === undefined
      ? null
      : { message: 'An expression is written between “{{” and “}}”.', right: toRight(bare) ?? bare };
  },
  (inside) => (/^new Date\(\)$/.test(inside) ? { message: 'The current time is “now()”.', right: 'now()' } : null),
  readMethod,
  // a and not b
  (inside) => {
    const right = replaceOutside(
      inside,
      /\b(and|or|not|is not|is)\b\s*/gi,
      (word) => WORDS[word.trim().toLowerCase()] ?? word,
    );
    return right === inside
      ? null
      : { message: 'Operators are symbols: “&&” for “and”, “||” for “or”, “!” for “not”, “==” for “is”.', right };
  },
  // a if b else c
  (inside) => {
    const [, value, test, other] = /^([\s\S]+?)\s+if\s+([\s\S]+?)\s+else\s+([\s\S]+)$/.exec(inside) ?? [];
    return value === undefined
      ? null
      : { message: 'A choice is written “condition ? a : b”.', right: `${test} ? ${value} : ${other}` };
  },
  // x | default: 'a'
  (inside) => {
    const [, value = '', name = '', args = ''] = /^([^|]+?)\s*\|\s*(\w+)\s*:\s*([^|]+)$/.exec(inside) ?? [];
    if (name === '') return null;
    return {
      message: 'The arguments of a filter go in parentheses after it.',
      right: name === 'default' ? `${value} ?? ${args}` : `${value} | ${name}(${args})`,
    };
  },
  (inside) => {
    const right = replaceOutside(inside, /(?<![=!<>])=(?![=>])/g, () => '==');
    return right === inside ? null : { message: 'Compare with “==”: an expression cannot assign.', right };
  },
  (inside) =>
    /^`[^`]*`$/.test(inside)
      ? {
          message: 'Text in backticks is JavaScript. Put quotes around text, and join it with “+”.',
          right: fromBackticks(inside.slice(1, -1)),
        }
      : null,
  // x | now
  (inside) => {
    const name = /\|\s*(\w+)\s*(?:\(\s*\))?$/.exec(inside)?.[1] ?? '';
    const takesNothing = findFunction(name)?.arity[1] === 0;
    return takesNothing
      ? { message: `“${name}()” takes no arguments: use it alone, not after a “|”.`, right: null }
      : null;
  },
];

const WORDS: Readonly<Record<string, string>> = { and: '&& ', or: '|| ', not: '!', is: '== ', 'is not': '!= ' };

/**
 * Whether an expression can be read here, and yet is written in another language: `len .x` reads a key of `len`, `$('a')` calls a
 * function.
 */
export function isForeignForm({ source, start, end, calls }: Expression): boolean {
  const inside = source.slice(start, end);
  return calls.some(({ name }) => name === '$') || (SPACED.test(inside) && SPACED.test(withoutTexts(inside)));
}

/** A name, and behind blanks a key. */
const SPACED = /[A-Za-z_]\s+\.[A-Za-z_]/;

/** Longer ones are not read: they are seldom one slip. */
const LONGEST = 400;

/** What a broken expression is in another language; null where it is in none of those that are known. */
export function readForeignExpression({
  source,
  start,
  end,
}: Pick<Expression, 'source' | 'start' | 'end'>): ForeignExpression | null {
  const written = source.slice(start, end);
  // {{- x -}} takes blanks away elsewhere.
  const inside = written.replace(/^-(?=\s)|(?<=\s)-$/g, '').trim();
  if (inside.length > LONGEST) return null;
  for (const read of READINGS) {
    const found = read(inside);
    if (found !== null) return found.right === null || isGood(found.right) ? found : { ...found, right: null };
  }
  return inside === written.trim() ? null : { message: BRACES, right: toRight(inside) };
}

/** What a text between other braces is as an expression here: a path of another program, or an expression that is one here too. */
export function toRight(inside: string): string | null {
  const path = parsePath(inside);
  if (path !== null) return toOwnPath(path.root, path.keys);
  if (/^\.[A-Za-z_]/.test(inside)) return toExpression(inside, (root) => (isOwnRoot(root) ? root : `input.${root}`));
  return isGood(inside) ? inside : null;
}

/** Whether a text is an expression whose names and functions there are. */
function isGood(text: string): boolean {
  const { errors, references, calls } = parseExpression(text);
  return (
    errors.length === 0 &&
    references.every(({ root }) => isOwnRoot(root)) &&
    calls.every(({ name }) => isFunction(name))
  );
}

/** Objects whose methods are functions of JavaScript. */
const STATIC: ReadonlySet<string> = new Set(['JSON', 'Math', 'Object', 'Number', 'String', 'Array', 'Date', 'Boolean']);

/** `value.method(args)` of other languages. */
function readMethod(inside: string): ForeignExpression | null {
  const called = /([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[[^[\]]*\])*)\.([A-Za-z_$][\w$]*)\(([^()]*)(\))?/.exec(
    inside,
  );
  const [whole = '', value = '', method = '', args = '', closing] = called ?? [];
  if (called === null) return null;
  const isStatic = STATIC.has(value);
  const name = nameOf(isStatic && method === 'now' ? 'getTime' : method);
  const given = [...(isStatic ? [] : [value]), ...(args.trim() === '' ? [] : [args.trim()])].join(', ');
  const right = name === undefined || closing === undefined ? null : inside.replace(whole, () => `${name}(${given})`);
  const way = name === undefined ? findCounterpart(method)?.text : signatureOf(name);
  const advice =
    way === undefined
      ? 'Only the listed functions can be called, as in “upper(text)” or “text | upper”.'
      : `Write “${way}”.`;
  return {
    message: `Values have no methods, so “.${method}(…)” cannot be called. ${right === null ? advice : ''}`.trim(),
    right,
  };
}

function nameOf(method: string): FunctionName | undefined {
  return isFunction(method) ? method : findCounterpart(method)?.name;
}

/** A text without what is in quotes, in which signs and words mean nothing. */
function withoutTexts(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
}

function replaceOutside(text: string, what: RegExp, by: (found: string) => string): string {
  return text.replace(new RegExp(`"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|${what.source}`, what.flags), (found) =>
    /^["']/.test(found) ? found : by(found),
  );
}

/** `a ${b}` as `'a ' + b`. */
function fromBackticks(text: string): string | null {
  if (/['\\]/.test(text)) return null;
  const parts = text.split(/\$\{([^{}]*)\}/).map((part, index) => (index % 2 === 1 ? part.trim() : `'${part}'`));
  return parts.filter((part) => part !== "''").join(' + ') || "''";
}

function short(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text;
}
