import { createHash } from 'node:crypto';

/** What took some time, as OTLP/HTTP with JSON has it. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: (typeof KIND)[keyof typeof KIND];
  /** In ns since the epoch: too large for a number. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: 0 | 1 | 2; readonly message?: string };
}

export interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue: string } | { readonly intValue: string } | { readonly doubleValue: number };
}

export const KIND = { internal: 1, client: 3 } as const;

export const UNSET = { code: 0 } as const;

/** Attributes with the values that are there. */
export function attributes(values: Readonly<Record<string, string | number | null | undefined>>): readonly Attribute[] {
  return Object.entries(values).flatMap(([key, value]): readonly Attribute[] => {
    if (value === null || value === undefined || value === '') return [];
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }];
    return [{ key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } }];
  });
}

/** The trace of a run and all that it started: made from the id of the outermost one. */
export function traceId(root: string): string {
  return digest(root).slice(0, 32);
}

/** The same part of a run has the same span, whichever process tells of it. */
export function spanId(...parts: readonly (string | number)[]): string {
  return digest(JSON.stringify(parts)).slice(0, 16);
}

export function toNano(ms: number): string {
  return `${Math.round(ms)}000000`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
