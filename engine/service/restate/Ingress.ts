import { codeOf, messageOf } from '../../base/index.ts';
import { list, partly, writeAs } from '../../wire/index.ts';
import { maskAddresses, toBareAddress } from '../addresses.ts';
import { UnreachableError } from '../errors.ts';
import { type Handler, readMessage } from './handlers.ts';

/** Where a Restate cluster is reached. Addresses without a slash at the end. */
export interface RestateAddresses {
  /** Takes calls of services: `http://127.0.0.1:8080`. */
  readonly ingress: string;
  /** Registers workers and answers queries: `http://127.0.0.1:9070`. */
  readonly admin: string;
}

/** Restate did not answer as it should; the message is for a person, and has no credentials of addresses. */
export class RestateError extends Error {
  override readonly name = 'RestateError';

  constructor(message: string) {
    super(maskAddresses(message));
  }
}

/** How long a request may take, in ms. */
const PATIENCE = 30_000;

/** How long the cluster may take to say that it takes requests, in ms. */
const SHORT_PATIENCE = 1_000;

/** Answers of a cluster, or a balancer before it, that has no node or no worker for a request now; of those below, it arrived nowhere. */
const AWAY: readonly number[] = [404, 429, 502, 503, 504];
const UNSENT: readonly number[] = [404, 429];

/** Errors of a connection that was not made. */
const UNCONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

type Answering<Answered> = Omit<Handler<unknown, Answered>, 'takes'>;

/** A row of what a query has found, by the names of its columns. */
export type FoundRow = Readonly<Record<string, string | number | boolean | null>>;

/** What a query answers: Restate's own message. */
const FOUND = partly<{ readonly rows: readonly FoundRow[] }>({ rows: list(partly<FoundRow>({})) });

/** The cluster, as a program outside of it speaks to it. Methods throw a {@link RestateError}, or an {@link UnreachableError}. */
export class Ingress {
  readonly #addresses: RestateAddresses;

  constructor(addresses: RestateAddresses) {
    this.#addresses = addresses;
  }

  /** Calls a handler of an object and answers with what that returns; `until` ends the wait for it. */
  async call<Taken, Answered>(
    handler: Handler<Taken, Answered>,
    [key, message, until]: readonly [key: string, message: Taken, until?: AbortSignal],
  ): Promise<Answered> {
    const { service, method } = handler;
    const address = `${this.#addresses.ingress}/${service}/${encodeURIComponent(key)}/${method}`;
    const text = await this.#post(address, writeAs(handler.takes, message), until);
    return readAnswer(handler, key, text);
  }

  /** Why the cluster takes no calls, in words; null: it does. */
  async health(): Promise<string | null> {
    const request = { method: 'GET', signal: AbortSignal.timeout(SHORT_PATIENCE) };
    try {
      const { status, text } = await this.#send(`${this.#addresses.ingress}/restate/health`, request);
      textOf(status, text);
      return null;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Waits for what an invocation of a handler answers; null: it has ended already. `until` ends the wait. */
  async attach<Answered>(
    handler: Answering<Answered>,
    invocation: string,
    until: AbortSignal,
  ): Promise<Answered | null> {
    const address = `${this.#addresses.ingress}/restate/invocation/${encodeURIComponent(invocation)}/attach`;
    const { status, text } = await this.#send(address, { method: 'GET', signal: until });
    return status === 404 ? null : readAnswer(handler, invocation, textOf(status, text));
  }

  /** Rows of a query in SQL. */
  async query(sql: string): Promise<readonly FoundRow[]> {
    const text = await this.#post(`${this.#addresses.admin}/query`, { query: sql });
    return readMessage(FOUND, JSON.parse(text), 'The answer of the cluster to a query').rows;
  }

  /** Has the cluster send runs to workers at an address. */
  async register(uri: string): Promise<void> {
    await this.#post(`${this.#addresses.admin}/deployments`, { uri });
  }

  async #post(address: string, parameter: unknown, until?: AbortSignal): Promise<string> {
    const signal = until ?? AbortSignal.timeout(PATIENCE);
    const { status, text } = await this.#send(address, { method: 'POST', body: JSON.stringify(parameter), signal });
    return textOf(status, text);
  }

  async #send(address: string, request: RequestInit): Promise<{ readonly status: number; readonly text: string }> {
    const bare = toBareAddress(address);
    const headers = { ...bare.headers, 'content-type': 'application/json', accept: 'application/json' };
    try {
      const response = await fetch(bare.address, { ...request, headers });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      const cause = causeOf(error);
      const message = `Restate does not answer at ${new URL(address).origin}. ${messageOf(cause).replace(/[.\s]*$/, '.')}`;
      throw new UnreachableError(maskAddresses(message), { wasSent: !UNCONNECTED.includes(String(codeOf(cause))) });
    }
  }
}

/** Waits for a request. Throws an {@link UnreachableError} that says more where it may have arrived; `runId`: the run that it begins then. */
export async function orUnsure<T>(request: Promise<T>, hint: string, runId?: string): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof UnreachableError) || !error.wasSent) throw error;
    const run = runId === undefined ? {} : { runId };
    throw new UnreachableError(`${error.message} ${hint}`, { wasSent: true, ...run });
  }
}

function readAnswer<Answered>({ service, method, answers }: Answering<Answered>, of: string, text: string): Answered {
  return readMessage(answers, text === '' ? null : JSON.parse(text), `The answer of ${service}/${of}/${method}`);
}

function textOf(status: number, text: string): string {
  if (status < 300) return text;
  const message = `Restate answered ${status}: ${text.slice(0, 500)}`;
  if (AWAY.includes(status)) throw new UnreachableError(maskAddresses(message), { wasSent: !UNSENT.includes(status) });
  throw new RestateError(message);
}

/** What has kept a request from its answer: of an error of `fetch` the cause, which says more. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}
