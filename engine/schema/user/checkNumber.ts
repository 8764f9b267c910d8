import type { Findings } from './Finding.ts';
import type { Keywords } from './Subject.ts';

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
