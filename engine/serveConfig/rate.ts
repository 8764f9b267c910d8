/** How much may be done over time, and at once. */
export interface AskedRate {
  /** As it is written. */
  readonly text: string;
  readonly perSecond: number;
  /** As many as in one of its times. */
  readonly burst: number;
}

/** How a rate is written: so many each second, minute or hour. */
export const RATE_PATTERN = '^[1-9][0-9]{0,5}/[smh]$';

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Reads a rate such as `10/s`; null where it is none. */
export function readRate(text: string): AskedRate | null {
  if (!new RegExp(RATE_PATTERN).test(text)) return null;
  const burst = Number.parseInt(text, 10);
  return { text, perSecond: burst / (SECONDS[text.slice(-1)] ?? 1), burst };
}
