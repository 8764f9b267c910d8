const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** A size on a disk as the configuration of a server writes it: `500 MB`, `1.5 GB`. */
export function formatSize(bytes: number): string {
  let [size, unit] = [bytes / 1000, 0];
  while (size >= 1000 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  return `${Math.round(size * 10) / 10} ${UNITS[unit]}`;
}
