import type { JsonObject } from '../../base/index.ts';
import type { ModelCall } from '../../run/index.ts';
import type { WireAnswer } from './serveModels.ts';

/** What goes wrong, and what a call must make of it. */
export interface Fault {
  readonly label: string;
  readonly answer?: WireAnswer;
  readonly config?: JsonObject;
  readonly call?: Partial<ModelCall>;
  readonly code: string;
  readonly reason: string;
  /** In the details, where the provider did not answer with it. */
  readonly status?: number;
  readonly retryAfter?: number;
  readonly requests?: number;
}

/** An answer that refuses. */
export function refusal(
  status: number,
  message: string,
  more: { type?: string; headers?: Record<string, string>; body?: string } = {},
): WireAnswer {
  return { fault: { status, message, ...more } };
}
