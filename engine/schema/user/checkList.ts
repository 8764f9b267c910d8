import type { SchemaNode } from './compileSchema.ts';
import type { Findings } from './Finding.ts';
import {
  type Checker,
  isList,
  isNode,
  type Keywords,
  type List,
  nodesOf,
  type Steps,
  type Subject,
} from './Subject.ts';

interface ListCheck {
  readonly checker: Checker;
  readonly found: Findings;
}

/** Checks a list against the keywords of arrays. */
export function checkList(node: Keywords, subject: Subject<List>, { checker, found }: ListCheck): void {
  const { value } = subject;
  const { maxItems, minItems, uniqueItems } = node;
  if (typeof maxItems === 'number' && value.length > maxItems) found.add('maxItems', maxItems);
  if (typeof minItems === 'number' && value.length < minItems) found.add('minItems', minItems);
  const rest = checkItems(node, subject, { checker, found });
  checkContains(node, subject, { checker, found });
  const { unevaluatedItems } = node;
  if (isNode(unevaluatedItems))
    for (let index = rest; index < value.length; index += 1) {
      if (subject.evaluated?.has(index) === true) continue;
      subject.evaluated?.add(index);
      found.addInside(checker.inside(unevaluatedItems, subject, index));
    }
  if (uniqueItems === true && hasTwins(value, checker.steps)) found.add('uniqueItems', true);
}

/** The index of the first item that no keyword has evaluated. */
function checkItems(node: Keywords, subject: Subject<List>, { checker, found }: ListCheck): number {
  const { value, evaluated } = subject;
  let index = 0;
  const look = (part: SchemaNode): void => {
    evaluated?.add(index);
    found.addInside(checker.inside(part, subject, index));
    index += 1;
  };
  const { prefixItems, items, additionalItems } = node;
  const lookAtEach = (parts: readonly SchemaNode[]): void => {
    while (index < Math.min(parts.length, value.length)) look(parts[index] ?? true);
  };
  lookAtEach(nodesOf(prefixItems));
  if (isList(items)) lookAtEach(nodesOf(items));
  else if (isNode(items)) while (index < value.length) look(items);
  if (items !== undefined && isNode(additionalItems)) while (index < value.length) look(additionalItems);
  return index;
}

function checkContains(node: Keywords, subject: Subject<List>, { checker, found }: ListCheck): void {
  const { contains, minContains, maxContains } = node;
  if (!isNode(contains)) return;
  let count = 0;
  for (let index = 0; index < subject.value.length; index += 1) {
    if (!checker.inside(contains, subject, index).isValid) continue;
    subject.evaluated?.add(index);
    count += 1;
  }
  if (typeof minContains !== 'number' && count === 0) found.add('contains', null);
  else if (typeof minContains === 'number' && count < minContains) found.add('minContains', minContains);
  else if (typeof maxContains === 'number' && count > maxContains) found.add('maxContains', maxContains);
}

/** Deep equality of plain values, also of maps without a prototype; each pair that is compared is a step. */
export function isSameValue(a: unknown, b: unknown, steps: Steps): boolean {
  steps.spend(1);
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSameValue(item, b[index], steps));
  }
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSameValue(memberOf(a, key), memberOf(b, key), steps));
}

/** True for a list of which two items are equal. Each value in it is a step. */
function hasTwins(items: readonly unknown[], steps: Steps): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = canonical(item, steps);
    if (seen.has(text)) return true;
    seen.add(text);
  }
  return false;
}

/** One text for all values that are equal, and for no others. */
function canonical(value: unknown, steps: Steps): string {
  steps.spend(1);
  if (typeof value === 'string') steps.spend(value.length >> 8);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, steps)).join()}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(memberOf(value, key), steps)}`).join()}}`;
}

function memberOf(value: object, key: string): unknown {
  return Reflect.get(value, key);
}

/** Checks a number against the limits and `multipleOf`. */
export function checkNumber(node: Keywords, value: number, found: Findings): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = node;
  if (typeof minimum === 'number' && value < minimum) found.add('minimum', minimum);
  if (typeof maximum === 'number' && value > maximum) found.add('maximum', maximum);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    found.add('exclusiveMinimum', exclusiveMinimum);
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    found.add('exclusiveMaximum', exclusiveMaximum);
  if (typeof multipleOf === 'number' && !isMultipleOf(value, multipleOf)) found.add('multipleOf', multipleOf);
}

/** Whether a number is a whole multiple of another one, as both are written in decimals: 0.3 is one of 0.1. */
function isMultipleOf(value: number, divisor: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(divisor) || divisor <= 0) return false;
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = toDecimal(value);
  const [divisorDigits, divisorExponent] = toDecimal(divisor);
  const shift = exponent - divisorExponent;
  return shift >= 0
    ? (digits * 10n ** BigInt(shift)) % divisorDigits === 0n
    : digits % (divisorDigits * 10n ** BigInt(-shift)) === 0n;
}

/** A number as whole digits and a power of ten. */
function toDecimal(value: number): readonly [bigint, number] {
  const [, whole = '', fraction = '', power = '0'] =
    /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(Math.abs(value))) ?? [];
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}
