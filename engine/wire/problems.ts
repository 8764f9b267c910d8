import { isJsonObject, type Json } from '../base/index.ts';
import {
  described,
  either,
  type FieldsOf,
  INTEGER,
  list,
  type MessageShape,
  optional,
  record,
  written,
} from './MessageShape.ts';
import { nameOf, TEXT, textOf } from './parts.ts';

/** Where a value does not fit. */
export interface PlaceMessage {
  /** A JSON Pointer. */
  readonly path: string;
  readonly message: string;
}

/** What `signalbox check` says of a workflow. */
export interface DiagnosticMessage {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** Why a request is refused (RFC 9457). What a reader gets may have none of it: a proxy may have answered. */
export interface ProblemMessage {
  /** A name of the kind of problem, which leads nowhere. */
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  /** What is wrong, where, and what to do. */
  readonly detail?: string;
  /** The reason as a name for programs. */
  readonly code?: string;
  readonly errors?: readonly PlaceMessage[];
  readonly diagnostics?: readonly DiagnosticMessage[];
  readonly run_id?: string;
  readonly idempotency_key?: string;
}

const PLACE = record<PlaceMessage>({ path: textOf('JSON Pointer'), message: TEXT });

const DIAGNOSTIC = record<DiagnosticMessage>({
  code: TEXT,
  severity: TEXT,
  message: TEXT,
  path: list(either(TEXT, INTEGER)),
});

function fieldsOf(code: MessageShape<string>): FieldsOf<ProblemMessage> {
  return {
    type: written({ ...TEXT, schema: { type: 'string', format: 'uri' } }),
    title: written(TEXT),
    status: written(INTEGER),
    detail: written(textOf('What is wrong, where, and what to do')),
    code: written(code),
    errors: optional(described(list(PLACE), 'Where a value does not fit')),
    diagnostics: optional(described(list(DIAGNOSTIC), 'What `signalbox check` says of the workflow')),
    run_id: optional(textOf('The run that the request was about to start, and may have started')),
    idempotency_key: optional(textOf('The key by which a repeated start finds that run')),
  };
}

/** A problem with one of these codes. Its schema allows other members, as RFC 9457 does. */
export function problemWith(codes: readonly string[]): MessageShape<ProblemMessage> {
  const { schema, ...shape } = record<ProblemMessage>(fieldsOf(nameOf(...codes)));
  const { additionalProperties: _, ...open } = schema;
  return described({ ...shape, schema: open }, 'Why a request is refused (RFC 9457)');
}

const FIELDS = Object.entries(fieldsOf(TEXT));

/** Reads why a server refuses: the members that are as they should be. RFC 9457 (3.1) has all others ignored. */
export function readProblem(answer: Json): ProblemMessage {
  if (!isJsonObject(answer)) return {};
  const fit = FIELDS.flatMap(([key, { find }]) => {
    const value = Object.hasOwn(answer, key) ? answer[key] : undefined;
    return value === undefined || find(value) !== null ? [] : [[key, value] as const];
  });
  return Object.fromEntries(fit);
}

/** Why a server refuses, in words: its own where it has some. */
export function explainProblem(status: number, { detail = '' }: ProblemMessage): string {
  if (detail !== '') return detail;
  return `The server answers with the status ${status} and no reason: check whether “signalbox serve” is at this address.`;
}
