import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem } from './Problem.ts';

/**
 * Who may come in: one browser, which was given the address with its token. The token is exchanged once for a key, which the
 * page sends in a header of its own making, so that no other page can send it.
 */
export class Gate {
  readonly #token = newSecret();
  readonly #key = newSecret();
  #isUsed = false;

  /** For the address. */
  get token(): string {
    return this.#token;
  }

  /** The key for a token. Throws a {@link Problem} for a wrong one, and for the right one once it was used. */
  exchange(token: string): string {
    if (!isSame(token, this.#token)) throw new Problem('ACCESS_NEEDED', NEED_ACCESS);
    if (this.#isUsed)
      throw new Problem(
        'TOKEN_USED',
        'This address was used before, and it works once. End signalbox open by Ctrl-C and start it again for a new one.',
      );
    this.#isUsed = true;
    return this.#key;
  }

  /** Throws a {@link Problem} where a request does not carry the key. */
  expectKey({ headers: { authorization = '' } }: IncomingMessage): void {
    if (!isSame(authorization, `Bearer ${this.#key}`)) throw new Problem('ACCESS_NEEDED', NEED_ACCESS);
  }
}

const NEED_ACCESS =
  'Access to the folder was denied. Open the address that signalbox open printed, all of it, or start it again.';

/**
 * Throws a {@link Problem} for a request that another site may have made a browser send:
 *
 * | the request | refused where |
 * |---|---|
 * | any | `Host` is neither `127.0.0.1:PORT` nor `localhost:PORT`: another name led here (DNS rebinding) |
 * | any | `Origin` is there and is not of this host |
 * | one that opens a page in a tab | never by `Sec-Fetch-Site`: it shows its answer to no one but the person |
 * | any other | `Sec-Fetch-Site` is there and is neither `same-origin` nor `none` |
 */
export function expectOwnSite({ headers, method }: IncomingMessage, port: number): void {
  const host = headers.host?.toLowerCase() ?? '';
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
    throw new Problem('HOST_REFUSED', `This server is http://127.0.0.1:${port}, and answers under no other name.`);
  const from = headers['sec-fetch-site'];
  const opensPage =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  const isForeign = from !== undefined && from !== 'same-origin' && from !== 'none' && !opensPage;
  if (isForeign || (headers.origin !== undefined && headers.origin !== `http://${host}`))
    throw new Problem('SITE_REFUSED', 'Only the page of this server may use it.');
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** In a time that says nothing of where they differ. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
