import type { Findings } from './Finding.ts';
import { isMultipleOf } from './isMultipleOf.ts';
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
