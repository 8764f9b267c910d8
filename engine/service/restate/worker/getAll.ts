import type { ObjectSharedContext, Serde } from '@restatedev/restate-sdk';

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
