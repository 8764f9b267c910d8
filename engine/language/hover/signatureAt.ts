import { FUNCTIONS, tokenize } from '../../expression/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { bareExpressionAt, expressionAt } from '../places/referenceAt.ts';

/** The function whose arguments an offset is among. */
export interface Signature {
  /** How a call is written: `slice(value, from, to?)`. */
  readonly label: string;
  readonly documentation: string;
  /** The range of each parameter in `label`. */
  readonly parameters: readonly { readonly start: number; readonly end: number }[];
  /** Which of them is being written; past the last one where more are written than there are. */
  readonly active: number;
}

/** The call that an offset is in, inside its parentheses; the innermost of several. Null outside of calls. */
export function signatureAt(analysis: Analysis, offset: number): Signature | null {
  const { text } = analysis.syntax;
  const range = expressionAt(text, offset) ?? bareExpressionAt(analysis, offset);
  if (range === null) return null;
  const tokens = tokenize(text, range.start, offset).tokens.filter(({ end, kind }) => end <= offset && kind !== 'end');
  let depth = 0;
  let commas = 0;
  for (let index = tokens.length - 1; index >= 0; index -= 1) {
    const sign = tokens[index]?.kind === 'sign' ? tokens[index]?.text : '';
    if (sign === ')' || sign === ']' || sign === '}') depth += 1;
    else if (sign === ',' && depth === 0) commas += 1;
    else if (sign === '[' || sign === '{') {
      if (depth === 0) commas = 0;
      depth = Math.max(0, depth - 1);
    } else if (sign === '(' && depth > 0) depth -= 1;
    else if (sign === '(') {
      const name = tokens[index - 1];
      if (name?.kind === 'name') return describe(name.text, commas + (tokens[index - 2]?.text === '|' ? 1 : 0));
      commas = 0;
    }
  }
  return null;
}

function describe(name: string, active: number): Signature | null {
  const fn = FUNCTIONS.find((candidate) => candidate.name === name);
  if (fn === undefined) return null;
  const parameters = splitParameters(fn.signature);
  const last = parameters.length - 1;
  const takesMore = fn.signature.endsWith(', …)');
  return {
    label: fn.signature,
    documentation: fn.description,
    parameters,
    active: takesMore ? Math.min(active, last) : active,
  };
}

/** The text between the commas of a signature; those inside an arrow function's own parentheses do not count. */
function splitParameters(signature: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let depth = 0;
  let start = signature.indexOf('(') + 1;
  for (let at = start; at < signature.length; at += 1) {
    const char = signature[at];
    if (char === '(') depth += 1;
    if (depth > 0 && char === ')') depth -= 1;
    else if (depth === 0 && (char === ',' || char === ')')) {
      if (at > start) found.push({ start, end: at });
      start = at + 2;
    }
  }
  return found;
}
