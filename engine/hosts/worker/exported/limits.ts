/**
 * Limits on the size of an exported run, and on the cost of reading it. Each is far above a usual run, and low enough that
 * the page stays responsive.
 */
export const LIMITS = {
  /** Characters of the file: 32 MiB. */
  characters: 32 * 2 ** 20,
  /** Levels of nested lists and maps: a value in a run has at most 512, and is a few levels deep in the file. */
  depth: 600,
  /** Values in the file: texts, numbers, lists, maps. */
  values: 2_000_000,
  /** Inputs of the journal. */
  inputs: 200_000,
  /** Events of its replay. */
  events: 200_000,
  /** Size of these events, as {@link measureSize} counts: 128 MiB. */
  size: 128 * 2 ** 20,
  /** How long reading and replaying may take, in ms. */
  time: 10_000,
  /** Characters of a name or a path that is listed. */
  name: 1_000,
} as const;

/** A number with thousands separators: `200,000`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A size in MiB: `64 MiB`. */
export function formatSize(size: number): string {
  return `${size / 2 ** 20} MiB`;
}
