import type { InvocationId, ObjectContext, ObjectSharedContext, Serde } from '@restatedev/restate-sdk';
import type { Json } from '../../../base/index.ts';
import { JOURNAL_HEAD, type MessageShape, text } from '../../../wire/index.ts';
import { readMessage } from '../handlers.ts';
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

type StateOf<Name extends keyof typeof STATES> = (typeof STATES)[Name] extends MessageShape<infer T> ? T : never;

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
