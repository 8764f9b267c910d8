/** A semantic version; build data is omitted, since it orders nothing. */
export interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** The identifiers of a pre-release; empty for a release. */
  readonly pre: readonly string[];
}

/** Reads `1`, `1.2`, `1.2.3`, `1.2.3-beta.1`, each also with `v` before or build data behind; null for any other text. */
export function parseVersion(text: string): Version | null {
  const [, major, minor, patch, pre] =
    /^v?(\d{1,15})(?:\.(\d{1,15}))?(?:\.(\d{1,15})(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?)?(?:\+[\dA-Za-z.-]+)?$/.exec(
      text,
    ) ?? [];
  if (major === undefined) return null;
  return { numbers: [Number(major), Number(minor ?? 0), Number(patch ?? 0)], pre: pre?.split('.') ?? [] };
}

/** Below zero where `a` comes first, as semantic versioning orders them: a pre-release before its release. */
export function compareVersions(a: Version, b: Version): number {
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
