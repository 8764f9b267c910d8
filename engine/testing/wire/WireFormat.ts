import type { Json, JsonObject } from '../../base/index.ts';

/** What a scripted model says in one turn. */
export interface WireTurn {
  /** Sent piece by piece. */
  readonly text?: readonly string[];
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly input: JsonObject }[];
  /** Why it stops; `filter`: its content filter. Default: `stop`, or `tools` with tool calls. */
  readonly finish?: 'stop' | 'length' | 'tools' | 'filter';
  readonly usage?: { readonly input: number; readonly output: number };
}

/** A request as a format reads it. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

/** How one kind of provider speaks. */
export interface WireFormat {
  readonly name: string;
  /** Whether a path is this format's. */
  readonly handles: (path: string) => boolean;
  /** What a real server would refuse; null when all is well. */
  readonly findProblem: (request: WireRequest) => string | null;
  readonly contentType: string;
  /** The pieces of a streamed answer. */
  readonly stream: (turn: Required<WireTurn>, request: WireRequest) => readonly string[];
  /** Body of a refusal. */
  readonly error: (status: number, message: string, type: string) => Json;
}

/** One server-sent event. */
export function event(data: Json, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** One server-sent event whose data repeat its name. */
export function typed(type: string, data: JsonObject): string {
  return event({ type, ...data }, type);
}

/** What a request without this header is refused with. */
export function needs(request: WireRequest, header: string, pattern: RegExp): string | null {
  return pattern.test(request.headers[header] ?? '') ? null : `The header ${header} is missing or malformed.`;
}

/** Roles that are not in a format's list. */
export function findForeignRole(messages: Json | undefined, roles: readonly string[]): string | null {
  if (!Array.isArray(messages) || messages.length === 0) return 'The messages are missing.';
  const foreign = messages.find(
    (message) =>
      typeof message !== 'object' || message === null || !roles.includes(String(Reflect.get(message, 'role'))),
  );
  return foreign === undefined ? null : `A message has a role that is not known: ${JSON.stringify(foreign)}`;
}
