import { isJsonObject, type Json } from '../../../base/index.ts';

/** Why a value does not match a shape: where, from the value that was checked, and what is expected there. */
export interface Misfit {
  readonly path: readonly (string | number)[];
  readonly wanted: string;
}

/** Answers with the first mismatch in a value; null: it matches. `undefined` is an absent field. */
export type ValueCheck = (value: Json | undefined) => Misfit | null;

/** A shape by a predicate, with a phrase for what is expected. */
export function shape(wanted: string, fits: (value: Json) => boolean): ValueCheck {
  return (value) => (value !== undefined && fits(value) ? null : { path: [], wanted });
}

/** Any value; not absent. */
export const ANY = shape('a value', () => true);

export const BOOLEAN = shape('true or false', (value) => typeof value === 'boolean');

/** A string of at most so many characters. */
export function text(most = Number.POSITIVE_INFINITY): ValueCheck {
  const wanted = Number.isFinite(most) ? `a text of at most ${most} characters` : 'a text';
  return shape(wanted, (value) => typeof value === 'string' && value.length <= most);
}

/** A number between two, both included; never `1e999`, which is parsed as Infinity. */
export function number(least: number, most: number, wanted: string): ValueCheck {
  return shape(wanted, (value) => typeof value === 'number' && value >= least && value <= most);
}

export function whole(least: number, most: number): ValueCheck {
  const wanted = `a whole number from ${least} to ${most}`;
  return shape(wanted, (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most);
}

export function oneOf(...values: readonly string[]): ValueCheck {
  return shape(`one of ${values.join(', ')}`, (value) => typeof value === 'string' && values.includes(value));
}

/** Null, or what matches another shape. */
export function orNull(other: ValueCheck): ValueCheck {
  return (value) => (value === null ? null : other(value));
}

/** Absent, or what matches another shape. */
export function optional(other: ValueCheck): ValueCheck {
  return (value) => (value === undefined ? null : other(value));
}

export function list(item: ValueCheck): ValueCheck {
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
export function mapOf(each: ValueCheck): ValueCheck {
  return (value) => {
    if (!isJsonObject(value)) return { path: [], wanted: 'a map' };
    for (const [key, part] of Object.entries(value)) {
      const misfit = each(part);
      if (misfit !== null) return { ...misfit, path: [key, ...misfit.path] };
    }
    return null;
  };
}

/** A map with these fields; others are ignored. */
export function fields(known: Readonly<Record<string, ValueCheck>>): ValueCheck {
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

/** What matches one of two shapes; where neither does, the mismatch of the second. */
export function either(one: ValueCheck, other: ValueCheck): ValueCheck {
  return (value) => (one(value) === null ? null : other(value));
}

/** A mismatch as a message: `“outcome.error.message” must be a text`. */
export function describeMisfit({ path, wanted }: Misfit): string {
  const where = path.map((step) => String(step).slice(0, 40)).join('.');
  return where === '' ? `it must be ${wanted}` : `“${where.slice(0, 200)}” must be ${wanted}`;
}
