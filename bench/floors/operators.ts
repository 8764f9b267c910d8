/** Operators of the floor for expressions: checked types, null where a value is missing, deep equality of own keys. */

/** Deep equality without conversion. */
export function equal(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  const keys = Object.keys(left);
  return (
    Array.isArray(left) === Array.isArray(right) &&
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equal(Reflect.get(left, key), Reflect.get(right, key)))
  );
}

/** Negative, zero or positive; NaN, which no comparison takes for true, when one is null; throws for two kinds. */
export function order(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  if (left === null || right === null) return Number.NaN;
  throw new TypeError('Two values of one kind are needed.');
}

/** A sum, product and so on of two numbers that has to be finite; null when one is null. */
export function arithmetic(left: unknown, right: unknown, calculate: (a: number, b: number) => number): number | null {
  if (typeof left === 'number' && typeof right === 'number') {
    const result = calculate(left, right);
    if (!Number.isFinite(result)) throw new RangeError('The result is no number.');
    return result;
  }
  if (left === null || right === null) return null;
  throw new TypeError('Two numbers are needed.');
}

/** Whether a list has such a member, or a map such a key. */
export function isIn(left: unknown, right: unknown): boolean {
  if (Array.isArray(right)) return right.some((member) => equal(member, left));
  return typeof right === 'object' && right !== null && typeof left === 'string' && Object.hasOwn(right, left);
}

/** A value in a text: null is empty, lists and maps are JSON. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
}
