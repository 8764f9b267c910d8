import type { LiveBounds } from '../../session/tests/index.ts';

/** What a person allows of calls, tokens and cost; null: any amount. */
type Budget = { readonly [Part in keyof LiveBounds['limits']]-?: number | null };

/** The limits of a budget; null where it limits nothing: nothing is asked for then. */
export function toLimits({ calls, tokens, cost }: Budget): LiveBounds['limits'] | null {
  if (calls === null && tokens === null && cost === null) return null;
  return {
    ...(calls === null ? {} : { calls }),
    ...(tokens === null ? {} : { tokens }),
    ...(cost === null ? {} : { cost }),
  };
}
