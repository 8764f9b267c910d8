import { EgressError, type Exchange, type HostFetch } from '../../../effects/index.ts';

/** What a request fails with before anything is sent: it leads to the server itself, which is known only now, and has no mark. */
export class UnmarkedError extends Error {
  override readonly name = 'UnmarkedError';
}

/** The header that marks requests to the server itself, and what it says. */
export interface OwnMark {
  readonly header: string;
  readonly value: string;
}

/** How requests that lead to the server itself are told from others. */
export interface OwnRequests {
  /** Whether an address is known to lead there. */
  readonly isOwn: (url: URL) => boolean;
  /** Notes that it does. */
  readonly note: (url: URL) => void;
  readonly mark: OwnMark;
}

/** Marks requests that lead to the server itself, whatever they say of themselves. */
export function markExchange(exchange: Exchange, own: OwnRequests): Exchange {
  const { header, value } = own.mark;
  return (request) => {
    const url = new URL(request.url);
    const marked = (): ReturnType<Exchange> => {
      const headers = new Headers(request.headers);
      headers.set(header, value);
      return exchange({ ...request, headers });
    };
    return own.isOwn(url) ? marked() : againIfOwn(exchange(request), () => (own.note(url), marked()));
  };
}

/** As {@link markExchange}. */
export function markFetch(fetch: HostFetch, own: OwnRequests): HostFetch {
  const { header, value } = own.mark;
  return (address, init) => {
    const url = new URL(address);
    const marked = (): ReturnType<HostFetch> => {
      const headers = new Headers(init.headers);
      headers.set(header, value);
      return fetch(address, { ...init, headers });
    };
    return own.isOwn(url) ? marked() : againIfOwn(fetch(address, init), () => (own.note(url), marked()));
  };
}

/** A request once more that was not sent, since it turned out to lead to the server itself. */
async function againIfOwn<T>(asking: Promise<T>, again: () => Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const reason = error instanceof Error && !(error instanceof EgressError) ? (error.cause ?? error) : error;
    if (reason instanceof UnmarkedError) return again();
    throw error;
  }
}
