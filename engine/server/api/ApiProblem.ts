import { isJsonObject } from '../../base/index.ts';
import type { RunError } from '../../run/index.ts';
import {
  type RefusedBy,
  type ServiceRefusal,
  UnreachableError,
  type Unreadable,
  UnreadableError,
  UnsupportedError,
} from '../../service/index.ts';
import { type PlaceMessage, type ProblemMessage, problemWith, writeAs } from '../../wire/index.ts';

/** Why a request is refused, as a name for programs. */
export type ProblemCode = keyof typeof PROBLEMS;

/** The status and the title of each refusal. */
export const PROBLEMS = {
  BAD_REQUEST: [400, 'The request cannot be read'],
  BAD_QUERY: [400, 'A parameter of the address is wrong'],
  BAD_HEADER: [400, 'A header is wrong'],
  BAD_JSON: [400, 'The body is not JSON'],
  TOKEN_NEEDED: [401, 'A token is needed'],
  TOKEN_REFUSED: [401, 'The token is not valid'],
  SIGNATURE_NEEDED: [401, 'A signature is needed'],
  SIGNATURE_REFUSED: [401, 'The signature is not valid'],
  SIGNATURE_EXPIRED: [401, 'The signature is too old'],
  SCOPE_NEEDED: [403, 'The token does not allow this'],
  SITE_REFUSED: [403, 'The request came from another site'],
  NOT_FOUND: [404, 'Not found'],
  UNKNOWN_RUN: [404, 'There is no such run'],
  UNKNOWN_WORKFLOW: [404, 'There is no such workflow'],
  UNKNOWN_SCHEDULE: [404, 'There is no such schedule'],
  UNKNOWN_HOOK: [404, 'There is no such webhook'],
  METHOD_REFUSED: [405, 'The method does not apply'],
  BODY_TIMEOUT: [408, 'The body took too long'],
  RUN_ENDED: [409, 'The run has ended'],
  RUN_NOT_ENDED: [409, 'The run has not ended'],
  UNDECIDED_CALLS: [409, 'It is not decided whether calls are made again'],
  RUN_INSIDE: [409, 'The run is part of another one'],
  RUN_BUSY: [409, 'The run does not take this now'],
  STARTED_TOO_DEEP: [409, 'Too many runs have started each other'],
  KEY_CONFLICT: [409, 'The idempotency key belongs to another start'],
  JOURNAL_GONE: [410, 'The journal of the run is gone'],
  TOO_LARGE: [413, 'The body is too large'],
  MEDIA_TYPE_REFUSED: [415, 'The body is of another type'],
  HOST_REFUSED: [421, 'The host is another one'],
  INVALID_BODY: [422, 'The body does not fit'],
  INVALID_VALUE: [422, 'The value does not fit its schema'],
  UNFIT_REQUEST: [422, 'No input can be made of the request'],
  INVALID_WORKFLOW: [422, 'The workflow has errors'],
  TOO_MANY_REQUESTS: [429, 'Too many requests'],
  TOO_MANY_STREAMS: [429, 'Too many streams'],
  QUEUE_FULL: [429, 'Too many runs are waiting'],
  HEADERS_TOO_LARGE: [431, 'The headers are too large'],
  FAILED: [500, 'The server failed'],
  JOURNAL_UNREADABLE: [500, 'The journal of the run cannot be read'],
  HOOK_BROKEN: [500, 'The webhook cannot start its workflow'],
  NOT_SUPPORTED: [501, 'This server does not do that'],
  DRAINING: [503, 'The server is ending'],
  NOT_READY: [503, 'The server cannot take runs'],
  UNREACHABLE: [503, 'The runs cannot be reached'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

/** A problem as the API writes it. */
export const PROBLEM = problemWith(Object.keys(PROBLEMS));

/** The header that says after how many seconds one may ask again. */
export const RETRY_SOON = { 'Retry-After': '5' } as const;

type Members = Pick<ProblemMessage, 'errors' | 'diagnostics' | 'run_id' | 'idempotency_key'>;

interface ProblemParts {
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the body, such as `errors` with a path each. */
  readonly members?: Members;
  readonly cause?: unknown;
  /** True: whoever operates the server has been told of it. */
  readonly isTold?: boolean;
  /** The rule behind it, if its code does not tell; null: it is counted already. */
  readonly refusedBy?: RefusedBy | null;
}

/** A refused request, as RFC 9457 has it. The message says what, where, and what to do. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly isTold: boolean;
  readonly refusedBy: RefusedBy | null | undefined;
  readonly members: Members;

  constructor(
    code: ProblemCode,
    detail: string,
    { headers = {}, members = {}, cause, isTold = false, refusedBy }: ProblemParts = {},
  ) {
    super(detail, { cause });
    this.code = code;
    this.headers = headers;
    this.isTold = isTold;
    this.refusedBy = refusedBy;
    this.members = members;
  }

  get status(): number {
    return PROBLEMS[this.code][0];
  }

  /** The body: JSON. */
  format(): string {
    const { code, message: detail } = this;
    const [status, title] = PROBLEMS[code];
    return JSON.stringify(writeAs(PROBLEM, { type: problemType(code), title, status, detail, code, ...this.members }));
  }

  toResponse(): Response {
    const headers = { ...this.headers, 'Content-Type': 'application/problem+json' };
    return new Response(this.format(), { status: this.status, headers });
  }
}

/** A name of a kind of problem, which leads nowhere. */
function problemType(code: ProblemCode): string {
  return `urn:signalbox:problem:${code.toLowerCase().replaceAll('_', '-')}`;
}

const UNREADABLE = {
  gone: 'JOURNAL_GONE',
  damaged: 'JOURNAL_UNREADABLE',
  folder: 'NOT_READY',
} as const satisfies Readonly<Record<Unreadable, ProblemCode>>;

/** Why what is kept of a run may not be had. */
export const RUN_UNREADABLE = [UNREADABLE.gone, UNREADABLE.damaged] as const;

/** Any failure as a problem: what is no refusal tells nothing of the inside of the server. */
export function toApiProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof UnreadableError) return new ApiProblem(UNREADABLE[error.what], error.message);
  if (error instanceof UnsupportedError) return new ApiProblem('NOT_SUPPORTED', error.message);
  if (error instanceof UnreachableError) return toUnreachable(error);
  return new ApiProblem('FAILED', 'The server could not answer this request. Its log says why.', { cause: error });
}

function toUnreachable({ message, runId }: UnreachableError): ApiProblem {
  const members = runId === null ? {} : { run_id: runId };
  return new ApiProblem('UNREACHABLE', message, { headers: RETRY_SOON, members });
}

/** What does not fit, place by place. */
export function toErrors(errors: readonly PlaceMessage[]): readonly PlaceMessage[] {
  return errors.map(({ path, message }) => ({ path, message }));
}

/** What those refusals are that have a message alone. */
const REFUSALS = {
  unknownRun: 'UNKNOWN_RUN',
  unknownWorkflow: 'UNKNOWN_WORKFLOW',
  ended: 'RUN_ENDED',
  conflict: 'KEY_CONFLICT',
  undecided: 'UNDECIDED_CALLS',
  notEnded: 'RUN_NOT_ENDED',
  inside: 'RUN_INSIDE',
  deep: 'STARTED_TOO_DEEP',
  busy: 'RUN_BUSY',
  draining: 'DRAINING',
  full: 'QUEUE_FULL',
  storage: 'NOT_READY',
} as const satisfies Readonly<Record<Exclude<ServiceRefusal['type'], 'check' | 'invalid'>, ProblemCode>>;

/** Those after which one may ask again soon. */
const PASSING: readonly ServiceRefusal['type'][] = ['draining', 'full', 'storage'];

/** What the service refused, as a problem of HTTP. */
export function toProblem(refusal: ServiceRefusal): ApiProblem {
  const { type, message } = refusal;
  if (type === 'check') {
    const diagnostics = refusal.diagnostics.map(({ code, severity, message: text, path }) => {
      return { code, severity, message: text, path };
    });
    return new ApiProblem('INVALID_WORKFLOW', message, { members: { diagnostics } });
  }
  if (type === 'invalid')
    return new ApiProblem('INVALID_VALUE', message, { members: { errors: placesOf(refusal.error) } });
  return new ApiProblem(REFUSALS[type], message, PASSING.includes(type) ? { headers: RETRY_SOON } : {});
}

/** Where a value breaks its schema; the whole value where the error names no place. */
function placesOf({ message, details }: RunError): readonly PlaceMessage[] {
  const errors = isJsonObject(details) ? details['errors'] : undefined;
  if (!Array.isArray(errors) || errors.length === 0) return [{ path: '', message }];
  return errors.filter(isJsonObject).map((error) => ({
    path: typeof error['path'] === 'string' ? error['path'] : '',
    message: typeof error['message'] === 'string' ? error['message'] : message,
  }));
}
