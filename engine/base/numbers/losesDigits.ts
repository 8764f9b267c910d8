/**
 * Whether an integer, as it is written (decimal, also with `.0`, `0x…` or `0o…`, with a sign or without), is another one as a number of a
 * run, which is a double. What is no integer loses nothing by this measure.
 *
 * | written             | printed             | loses digits |
 * |---------------------|---------------------|--------------|
 * | `9007199254740992`  | `9007199254740992`  | no           |
 * | `9007199254740993`  | `9007199254740992`  | yes          |
 * | `18446744073709551616` | `18446744073709552000` | yes, though a double holds it: what is sent on is what is printed |
 * | `1000000000000000000000` | `1e+21`        | no           |
 */
export function losesDigits(source: string): boolean {
  const [, digits] = /^[-+]?(\d+(?=\.0*$|$)|0x[\da-f]+$|0o[0-7]+$)/i.exec(source) ?? [];
  const value = Number(digits);
  if (digits === undefined || Number.isSafeInteger(value)) return false;
  // Beyond all doubles; and BigInt is slow for what is very long.
  if (!Number.isFinite(value)) return true;
  return significant(BigInt(digits)) !== significant(value);
}

/** The digits up to the last that is not zero: of two numbers that are about the same they are all that can differ. */
function significant(integer: number | bigint): string {
  return String(integer)
    .replace(/e.*|\./g, '')
    .replace(/0+$/, '');
}
