import type { IncomingMessage } from 'node:http';
import type { Json, JsonObject } from '../../base/index.ts';
import type { Turns } from '../../hosts/node/index.ts';
import type { CallerReader, CountRefusal, RunService, Triggers } from '../../service/index.ts';
import type { ProblemCode } from './ApiProblem.ts';
import type { AuditEntry, AuditFile } from './AuditFile.ts';
import type { HookGuard } from './HookGuard.ts';
import type { ChangeRates } from './limited/ChangeRates.ts';
import type { Metrics } from './metrics/Metrics.ts';
import type { ApiLimits } from './RateLimit.ts';
import type { RefusalLog } from './refused/RefusalCounts.ts';
import type { Streams } from './Streams.ts';
import type { KeptToken, Scope } from './TokenFile.ts';

/** One request of the API: how it is routed, checked, described and answered. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As OpenAPI writes it: `/api/runs/{id}`. */
  readonly path: string;
  /** Its name in the document. */
  readonly id: string;
  readonly summary: string;
  /** What a token must allow; null: no token is asked for. */
  readonly scope: Scope | null;
  /** True: it takes any query and any body, and finds out by itself who asks; the last parameter of its path has slashes. */
  readonly isHook?: boolean;
  /** True: its answer is about all of the server, which no token has that is limited to some workflows. */
  readonly isOfServer?: boolean;
  readonly parameters: readonly Parameter[];
  /** Null: it takes no body. */
  readonly body: { readonly schema: JsonObject; readonly description: string } | null;
  /** By status. */
  readonly answers: Readonly<Record<number, RouteAnswer>>;
  /** What it is refused for, besides what any request can be refused for. */
  readonly problems: readonly ProblemCode[];
  readonly answer: (request: ApiRequest, parts: ApiParts) => Promise<Response> | Response;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: JsonObject;
}

export interface RouteAnswer {
  readonly description: string;
  /** By content type; none: it has no body. */
  readonly content: Readonly<Record<string, JsonObject>>;
}

/** A request that was accepted and whose parameters and body fit. */
export interface ApiRequest {
  readonly incoming: IncomingMessage;
  /** Of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: JsonObject;
  /** Null where there is none. */
  readonly body: Json;
  readonly header: (name: string) => string | null;
  /** Who asks: a token, or else an address. */
  readonly visitor: string;
  /** The token that was sent; null: none. */
  readonly token: Pick<KeptToken, 'id' | 'name' | 'scope' | 'workflows' | 'rate'> | null;
  readonly isHead: boolean;
  /** Throws a problem where the page of another site may have sent it. */
  readonly expectOwnSite: () => void;
  /** Aborts when no one waits for the answer any more. */
  readonly gone: AbortSignal;
}

/** Conversations with programs that write workflows. Each rejects with an `ApiProblem`. */
export interface Authoring {
  /** Answers a message of MCP: the first one begins a conversation, the others name it. */
  answer(request: ApiRequest): Promise<Response>;
  /** Ends the conversation that a request names. */
  end(request: ApiRequest): Promise<void>;
  /** Ends all of them. */
  close(): Promise<void>;
}

/** What answers are made from. */
export interface ApiParts {
  readonly service: RunService;
  readonly triggers: Triggers;
  readonly limits: ApiLimits;
  /** For work on large bodies. */
  readonly turns: Turns;
  readonly streams: Streams;
  readonly metrics: Metrics;
  /** Null: no one keeps who did what. */
  readonly audit: AuditFile | null;
  readonly refusals: RefusalLog;
  readonly countRefusal: CountRefusal;
  readonly hookGuard: HookGuard;
  readonly rates: ChangeRates;
  /** The tools for programs that write workflows; null: there are none here. */
  readonly authoring: Authoring | null;
  readonly marks: CallerReader;
  /** The document of the API. */
  readonly document: JsonObject;
  /** Told of each run that was started here. */
  readonly onStart: (runId: string) => void;
  /** Told of what must not happen, such as a rejection of the service. */
  readonly onDefect: (error: unknown) => void;
  /** Aborts when the server ends. */
  readonly ending: AbortSignal;
}

/** An answer with a JSON body. */
export function answerJson(body: Json, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...headers, 'Content-Type': 'application/json' } });
}

/** How an answer with a JSON body is described. */
export function jsonAnswer(description: string, schema: JsonObject): RouteAnswer {
  return { description, content: { 'application/json': schema } };
}

/** A run to which something was done; the workflow may not be known. */
interface ActedOn {
  readonly id: string;
  readonly workflow: string | null;
}

/** Keeps who did what to a run. @param by who, where no token was sent; absent: the address */
export function noteDone(
  { audit }: Pick<ApiParts, 'audit'>,
  { token, visitor }: Pick<ApiRequest, 'token' | 'visitor'>,
  {
    run,
    by,
    ...done
  }: Pick<AuditEntry, 'action' | 'signal' | 'repeat'> & { readonly run: ActedOn; readonly by?: string },
): void {
  const who = token === null ? (by ?? visitor) : tokenName(token);
  const { id, workflow } = run;
  audit?.note({ ...done, by: who, token: token?.id ?? null, run: id, ...(workflow === null ? {} : { workflow }) });
}

/** Keeps who paused or resumed a schedule. */
export function noteSteered(
  { audit }: Pick<ApiParts, 'audit'>,
  { token, visitor }: Pick<ApiRequest, 'token' | 'visitor'>,
  done: Pick<AuditEntry, 'action' | 'schedule'>,
): void {
  audit?.note({ ...done, by: token === null ? visitor : tokenName(token), token: token?.id ?? null });
}

/** How a token is named where it is told what started a run. */
export function tokenName({ name }: { readonly name: string }): string {
  return `token ${name}`;
}
