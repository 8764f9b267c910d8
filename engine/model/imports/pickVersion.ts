type Test = (version: Version) => boolean;

/**
 * The version of a package that is meant (format.md 3): the one of equal text, else the newest in the range where both
 * are semantic versions; without a requested version the newest of all. Null when there is none. Versions that are not semantic, and
 * pre-releases, come before all releases.
 *
 * | range | versions |
 * |---|---|
 * | `1.2.3`, `=1.2.3` | that one |
 * | `1`, `1.x`, `1.2`, `1.2.*`, `*` | those that begin so |
 * | `~1.2.3` | from it on, with the same minor; `~1`: with the same major |
 * | `^1.2.3` | from it on, with the same first number that is not zero |
 * | `>1.2`, `>=1.2`, `<2`, `<=2` | beyond it, or also it; a missing number matches all |
 * | `>=1.2 <3`, `1.2 - 2.4` | all of them, and between both |
 * | <code>1 &#124;&#124; 3</code> | any of them |
 *
 * A pre-release is in a range only that names one of the same three numbers.
 */
export function pickVersion(versions: readonly string[], wanted: string | null): string | null {
  if (wanted !== null && versions.includes(wanted)) return wanted;
  const range = wanted === null ? () => true : readRange(wanted);
  if (range === null) return null;
  const known = versions.map((text) => ({ text, version: parseVersion(text) }));
  const fitting = known.filter(({ version }) => wanted === null || (version !== null && range(version)));
  return (
    fitting.reduce<ReadVersion | null>((newest, each) => (newest && !isNewer(each, newest) ? newest : each), null)
      ?.text ?? null
  );
}

interface ReadVersion {
  readonly text: string;
  readonly version: Version | null;
}

/** Releases before pre-releases before other texts, and of each the greatest. */
function isNewer(a: ReadVersion, b: ReadVersion): boolean {
  const rank = ({ version }: ReadVersion): number => (version === null ? 0 : version.pre.length > 0 ? 1 : 2);
  if (rank(a) !== rank(b)) return rank(a) > rank(b);
  if (a.version === null || b.version === null) return a.text > b.text;
  return compareVersions(a.version, b.version) > 0;
}

function readRange(text: string): Test | null {
  const sets = text.split('||').map(readSet);
  const tests = sets.filter((set) => set !== null);
  return tests.length < sets.length ? null : (version) => tests.some((test) => test(version));
}

/** Comparators that must all hold. */
function readSet(text: string): Test | null {
  const spaced = text.replace(/([<>=~^])\s+/g, '$1').trim();
  const between = /^(\S+)\s+-\s+(\S+)$/.exec(spaced);
  const words = between ? [`>=${between[1]}`, `<=${between[2]}`] : spaced.split(/\s+/);
  const read = words.map(readComparator);
  const comparators = read.filter((each) => each !== null);
  if (comparators.length < read.length) return null;
  return (version) =>
    comparators.every(({ test }) => test(version)) &&
    (version.pre.length === 0 ||
      comparators.some(({ named }) => named.pre.length > 0 && isSameNumbers(named, version)));
}

interface Comparator {
  readonly test: Test;
  readonly named: Version;
}

function readComparator(text: string): Comparator | null {
  const [, sign = '', rest = ''] = /^(>=|<=|[<>=~^]?)(.*)$/.exec(text) ?? [];
  const stem = rest.replace(/(?:^|\.)[xX*](?:\.[xX*])*$/, '');
  if (stem === '') return /^[<>]$/.test(sign) ? null : { test: () => true, named: { numbers: [0, 0, 0], pre: [] } };
  const named = parseVersion(stem);
  if (named === null) return null;
  const given = named.pre.length > 0 ? 3 : (stem.split('+')[0]?.split('.').length ?? 3);
  const from: Test = (version) => compareVersions(version, named) >= 0;
  const below = (index: number): Test => {
    const end = bump(named, index);
    return (version) => compareVersions(version, end) < 0;
  };
  const same = below(given - 1);
  const isIn: Test =
    given === 3 ? (version) => compareVersions(version, named) === 0 : (version) => from(version) && same(version);
  const tests: Readonly<Record<string, Test>> = {
    '': isIn,
    '=': isIn,
    '>=': from,
    '<': (version) => !from(version),
    '>': (version) => from(version) && !isIn(version),
    '<=': (version) => !from(version) || isIn(version),
    '~': both(from, below(Math.min(given, 2) - 1)),
    '^': both(from, below(firstNumber(named, given))),
  };
  const test = tests[sign];
  return test === undefined ? null : { test, named };
}

function both(one: Test, other: Test): Test {
  return (version) => one(version) && other(version);
}

/** What `^` keeps: everything up to the first number that is not zero. */
function firstNumber({ numbers }: Version, given: number): number {
  const first = numbers.findIndex((part) => part !== 0);
  return first === -1 ? given - 1 : first;
}

/** The first version that has another number at an index. */
function bump({ numbers }: Version, index: number): Version {
  const [major, minor, patch] = numbers;
  if (index === 0) return { numbers: [major + 1, 0, 0], pre: [] };
  return index === 1 ? { numbers: [major, minor + 1, 0], pre: [] } : { numbers: [major, minor, patch + 1], pre: [] };
}

function isSameNumbers(a: Version, b: Version): boolean {
  return a.numbers.every((part, index) => part === b.numbers[index]);
}

/** A semantic version; build data is omitted, since it orders nothing. */
interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** The identifiers of a pre-release; empty for a release. */
  readonly pre: readonly string[];
}

/** Reads `1`, `1.2`, `1.2.3`, `1.2.3-beta.1`, each also with `v` before or build data behind; null for any other text. */
function parseVersion(text: string): Version | null {
  const [, major, minor, patch, pre] =
    /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15})(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?)?(?:\+[\dA-Za-z.-]+)?$/.exec(
      text,
    ) ?? [];
  if (major === undefined) return null;
  return { numbers: [Number(major), Number(minor ?? 0), Number(patch ?? 0)], pre: pre?.split('.') ?? [] };
}

/** Below zero where `a` comes first, as semantic versioning orders them: a pre-release before its release. */
function compareVersions(a: Version, b: Version): number {
  const [first, second, third] = a.numbers;
  const byNumber = first - b.numbers[0] || second - b.numbers[1] || third - b.numbers[2];
  if (byNumber !== 0) return byNumber;
  if (a.pre.length === 0 || b.pre.length === 0) return b.pre.length - a.pre.length;
  for (const [index, left] of a.pre.entries()) {
    const right = b.pre[index];
    if (right === undefined) return 1;
    if (left !== right) return compareIdentifiers(left, right);
  }
  return a.pre.length - b.pre.length;
}

/** Numbers by their size, before texts by their letters. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return a < b ? -1 : 1;
}
