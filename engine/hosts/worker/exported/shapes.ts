import { isJsonObject, type Json } from '../../../base/index.ts';

/** Why a value is not of its shape: where, from the value that was checked, and what is wanted there. */
export interface Misfit {
  readonly path: readonly (string | number)[];
  readonly wanted: string;
}

/** Answers with the first thing that is wrong with a value; null: it fits. `undefined` is a field that is not there. */
export type Shape = (value: Json | undefined) => Misfit | null;

/** A shape by a test, with the words for what is wanted. */
export function shape(wanted: string, fits: (value: Json) => boolean): Shape {
  return (value) => (value !== undefined && fits(value) ? null : { path: [], wanted });
}

/** Any value, and there must be one. */
export const ANY = shape('a value', () => true);

export const BOOLEAN = shape('true or false', (value) => typeof value === 'boolean');

/** A text of at most so many characters. */
export function text(most = Number.POSITIVE_INFINITY): Shape {
  const wanted = Number.isFinite(most) ? `a text of at most ${most} characters` : 'a text';
  return shape(wanted, (value) => typeof value === 'string' && value.length <= most);
}

/** A number between two, both included. JSON has numbers that are none of JavaScript's: `1e999` never fits. */
export function number(least: number, most: number, wanted: string): Shape {
  return shape(wanted, (value) => typeof value === 'number' && value >= least && value <= most);
}

export function whole(least: number, most: number): Shape {
  const wanted = `a whole number from ${least} to ${most}`;
  return shape(wanted, (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most);
}

export function oneOf(...values: readonly string[]): Shape {
  return shape(`one of ${values.join(', ')}`, (value) => typeof value === 'string' && values.includes(value));
}

/** Null, or what fits another shape. */
export function orNull(other: Shape): Shape {
  return (value) => (value === null ? null : other(value));
}

/** Absent, or what fits another shape. */
export function optional(other: Shape): Shape {
  return (value) => (value === undefined ? null : other(value));
}

export function list(item: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return { path: [], wanted: 'a list' };
    for (const [index, each] of value.entries()) {
      const misfit = item(each);
      if (misfit !== null) return { ...misfit, path: [index, ...misfit.path] };
    }
    return null;
  };
}

/** A map whose keys may be anything. */
export function mapOf(each: Shape): Shape {
  return (value) => {
    if (!isJsonObject(value)) return { path: [], wanted: 'a map' };
    for (const [key, part] of Object.entries(value)) {
      const misfit = each(part);
      if (misfit !== null) return { ...misfit, path: [key, ...misfit.path] };
    }
    return null;
  };
}

/** A map with these fields; what else it has is not looked at. */
export function fields(known: Readonly<Record<string, Shape>>): Shape {
  const entries = Object.entries(known);
  return (value) => {
    if (!isJsonObject(value)) return { path: [], wanted: 'a map' };
    for (const [key, field] of entries) {
      const misfit = field(Object.hasOwn(value, key) ? value[key] : undefined);
      if (misfit !== null) return { ...misfit, path: [key, ...misfit.path] };
    }
    return null;
  };
}

/** What fits one of two shapes; where none does, what the second one says. */
export function either(one: Shape, other: Shape): Shape {
  return (value) => (one(value) === null ? null : other(value));
}

/** A misfit as words: `“outcome.error.message” must be a text`. */
export function describeMisfit({ path, wanted }: Misfit): string {
  const where = path.map((step) => String(step).slice(0, 40)).join('.');
  return where === '' ? `it must be ${wanted}` : `“${where.slice(0, 200)}” must be ${wanted}`;
}
