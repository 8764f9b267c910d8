import type { Json } from '../../base/index.ts';
import type { Vault } from '../../effects/index.ts';
import type { Turns } from '../../hosts/node/index.ts';

/** Plain data with the secrets in it masked, or with their placeholders (`conceal`); its shape stays. */
export function masked<T>(value: T, mask: Vault['mask']): T {
  // What callers give is plain data, and masking changes texts alone.
  return mask(value as unknown as Json) as unknown as T;
}

/** As {@link masked}, for what may be large: it is masked in turns, which others have in between. */
export async function maskedInTurns<T>(value: T, { maskInSteps }: Vault, turns: Turns | undefined): Promise<T> {
  const steps = maskInSteps(value as unknown as Json);
  for (;;) {
    const { done, value: whole } = steps.next();
    if (done === true) return whole as unknown as T;
    await turns?.next();
  }
}
