import type {
  Context,
  InvocationHandle,
  InvocationId,
  ObjectContext,
  ObjectSharedContext,
  RestatePromise,
  Serde,
} from '@restatedev/restate-sdk';
import type { Json } from '../../../base/index.ts';
import { JOURNAL_HEAD, type MessageOf, type MessageShape, text } from '../../../wire/index.ts';
import { type Handler, type Receiver, readMessage } from '../handlers.ts';
import { AROUND, BELOW, END, LONG_CALLS, ROW, WAITS } from '../messages.ts';

/** The state of a run, besides its journal and checkpoint, which are texts. */
const STATES = {
  row: ROW,
  head: JOURNAL_HEAD,
  /** The invocation that executes it. */
  drive: text<InvocationId>(),
  end: END,
  waits: WAITS,
  around: AROUND,
  below: BELOW,
  long: LONG_CALLS,
} as const;

type StateOf<Name extends keyof typeof STATES> = MessageOf<(typeof STATES)[Name]>;

/** What a run has under a name; null: nothing. What does not fit, another version has written: the attempt fails, and is made again. */
export async function getState<Name extends keyof typeof STATES>(
  ctx: Pick<ObjectSharedContext, 'get' | 'key'>,
  name: Name,
): Promise<StateOf<Name> | null> {
  const value = await ctx.get<Json>(name);
  // The shape is that of the name.
  const shape = STATES[name] as unknown as MessageShape<StateOf<Name>>;
  return value === null ? null : readMessage(shape, value, `The ${name} of ${ctx.key}`);
}

export function setState<Name extends keyof typeof STATES>(ctx: ObjectContext, name: Name, value: StateOf<Name>): void {
  ctx.set(name, value);
}

/**
 * Values of the state under some names. They are asked for together, and awaited one after the other: the library takes no
 * `Promise.all`.
 */
export async function getAll<T>(
  ctx: Pick<ObjectSharedContext, 'get'>,
  names: readonly string[],
  serde?: Serde<T>,
): Promise<readonly (T | null)[]> {
  const asked = names.map((name) => ctx.get<T>(name, serde));
  const found: (T | null)[] = [];
  for (const each of asked) found.push(await each);
  return found;
}

const DECODER = new TextDecoder();
const ENCODER = new TextEncoder();

/** Texts in the state of a run as they are: JSON in JSON would be escaped. */
export const asText: Serde<string> = {
  contentType: 'application/json',
  serialize: (text) => ENCODER.encode(text),
  deserialize: (bytes) => DECODER.decode(bytes),
};

/** Values as JSON. */
export function asJson<T>(): Serde<T> {
  return {
    contentType: 'application/json',
    serialize: (value) => ENCODER.encode(JSON.stringify(value)),
    deserialize: (bytes) => JSON.parse(DECODER.decode(bytes)),
  };
}

/** The signal by which the invocation of a run is told that there is mail. */
const BELL = 'mail';

/** To the object of a key, null for a service that has no objects; `delay`: after so many ms. */
type Sent<Taken> = readonly [key: string | null, message: Taken, delay?: number];

/** Has a handler invoked, which is not waited for. */
export function send<Taken>(
  ctx: Context,
  { service, method }: Receiver<Taken>,
  [key, message, delay]: Sent<Taken>,
): InvocationHandle {
  const to = { service, method, ...(key === null ? {} : { key }), ...(delay === undefined ? {} : { delay }) };
  return ctx.genericSend({ ...to, parameter: message, inputSerde: asJson<Taken>() });
}

/** Calls a handler and waits for what it answers. */
export async function ask<Taken, Answered>(
  ctx: Context,
  { service, method, answers }: Handler<Taken, Answered>,
  [key, message]: readonly [key: string, message: Taken],
): Promise<Answered> {
  const serdes = { inputSerde: asJson<Taken>(), outputSerde: asJson<Json>() };
  const answer = await ctx.genericCall<Taken, Json>({ service, method, key, parameter: message, ...serdes });
  return readMessage(answers, answer, `The answer of ${service}/${key}/${method}`);
}

/**
 * What answers a handler, with what it is given checked first. A message that does not fit is not lost: the attempt fails, and Restate makes
 * another one, on a worker of another version if there is one.
 */
export function answer<Ctx, Taken, Answered>(
  { service, method, takes }: Handler<Taken, Answered>,
  act: (ctx: Ctx, message: Taken) => Promise<Answered>,
): (ctx: Ctx, given: Taken) => Promise<Answered> {
  // What is sent without a body is undefined here.
  return async (ctx, given) =>
    act(ctx, readMessage(takes, toJson(given ?? null), `The message to ${service}/${method}`));
}

/** It was made of JSON. */
function toJson(given: unknown): Json {
  return given as Json;
}

/** Tells an invocation of a run that there is mail. */
export function ringBell(ctx: Context, invocation: InvocationId): void {
  ctx.invocation(invocation).signal<null>(BELL).resolve(null);
}

/** That there is mail, for the first time in this invocation. */
export function hearBell(ctx: Context): RestatePromise<null> {
  return ctx.signal<null>(BELL);
}
