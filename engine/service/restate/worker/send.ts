import type { Context, InvocationHandle, InvocationId, RestatePromise } from '@restatedev/restate-sdk';
import type { Json } from '../../../base/index.ts';
import { type Handler, type Receiver, readMessage } from '../handlers.ts';
import { asJson } from './state.ts';

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
