type Numbers = readonly [major: number, minor: number, patch: number];

/**
 * The version of a package that is meant (format.md 3): the one of equal text, else the newest that is in the range where
 * both are numbers (`1`, `1.2`, `^1.2.0`, `~1.2.0`); without a wish the newest of all. Null when there is none. Versions
 * that are no numbers come before all that are, by their text.
 */
export function pickVersion(versions: readonly string[], wanted: string | null): string | null {
  if (wanted !== null && versions.includes(wanted)) return wanted;
  const range = wanted === null ? () => true : readRange(wanted);
  if (range === null) return null;
  const fitting = versions.filter((version) => wanted === null || range(readNumbers(version)));
  return fitting.reduce<string | null>(
    (newest, version) => (newest === null || isNewer(version, newest) ? version : newest),
    null,
  );
}

/** A version's numbers; null for a pre-release and for any other text. */
function readNumbers(text: string): Numbers | null {
  const [, major, minor, patch] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(text) ?? [];
  return major === undefined ? null : [Number(major), Number(minor ?? 0), Number(patch ?? 0)];
}

function readRange(text: string): ((version: Numbers | null) => boolean) | null {
  const [, sign = '', rest = ''] = /^([~^]?)(.*)$/.exec(text) ?? [];
  const least = readNumbers(rest);
  if (least === null) return null;
  const given = rest.split('.').length;
  const fixed = sign === '~' ? Math.min(given, 2) : sign === '^' ? countFixed(least) : given;
  return (version) =>
    version !== null &&
    least.slice(0, fixed).every((part, index) => part === version[index]) &&
    compare(version, least) >= 0;
}

/** What `^` keeps: everything up to the first number that is not zero. */
function countFixed(least: Numbers): number {
  const first = least.findIndex((part) => part !== 0);
  return first === -1 ? 3 : first + 1;
}

function isNewer(a: string, b: string): boolean {
  const [left, right] = [readNumbers(a), readNumbers(b)];
  if (left === null || right === null) return left === null ? right === null && a > b : true;
  return compare(left, right) > 0;
}

function compare(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
