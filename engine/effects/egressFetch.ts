import type { Egress } from './egress.ts';
import { EgressError } from './outcome.ts';
import { uniqueText } from './uniqueText.ts';

/** What a library that speaks HTTP gets instead of the platform's fetch. */
export interface EgressFetch {
  readonly fetch: typeof globalThis.fetch;
  /** A text for the library's options with every placeholder replaced by plain ASCII, which headers can hold. */
  readonly toStandIn: (text: string) => string;
}

/**
 * A fetch that goes through the egress, for libraries that make their own requests. Placeholders do not survive in
 * `Headers`, which hold bytes: libraries get substitutes, turned back here. `user-agent` is dropped, since it fails strict
 * preflights. Rejects with an {@link EgressError}, or with the signal's reason.
 */
export function createEgressFetch(egress: Egress, signal: AbortSignal): EgressFetch {
  const placeholders = new Map<string, string>();
  const toStandIn = (text: string): string => {
    if (!text.includes('⟦')) return text;
    return text.replace(/⟦secret:[^⟦⟧]+⟧/g, (placeholder) => {
      const standIn = `signalbox-secret-${uniqueText()}`;
      placeholders.set(standIn, placeholder);
      return standIn;
    });
  };
  const toPlaceholders = (text: string): string => {
    let restored = text;
    for (const [standIn, placeholder] of placeholders) restored = restored.replaceAll(standIn, placeholder);
    return restored;
  };
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, { ...init, signal: null });
    const signals = [signal, init?.signal ?? (input instanceof Request ? input.signal : null)].filter(
      (each) => each !== null,
    );
    const headers = [...request.headers].filter(([name]) => name !== 'user-agent');
    const opened = await egress.open(
      {
        url: toPlaceholders(request.url),
        query: [],
        method: request.method,
        headers: headers.map(([name, value]): [string, string] => [name, toPlaceholders(value)]),
        body: request.body === null ? null : await request.text(),
      },
      AbortSignal.any(signals),
    );
    if (!opened.ok) {
      for (const each of signals) each.throwIfAborted();
      throw new EgressError(opened);
    }
    const { status, headers: answered, body } = opened.value;
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : body, {
      status,
      headers: Object.entries(answered).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : [],
      ),
    });
  };
  return { fetch, toStandIn };
}
