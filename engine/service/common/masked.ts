import { isLongJson, type Json } from '../../base/index.ts';
import type { Vault } from '../../effects/index.ts';
import type { Turns } from '../../hosts/node/index.ts';

/** Plain data with the secrets in it masked, or with their placeholders (`conceal`); its shape stays. */
export function masked<T>(value: T, mask: Vault['mask']): T {
  // What callers give is plain data, and masking changes texts alone.
  return mask(value as unknown as Json) as unknown as T;
}

/** As {@link masked}, for what may be long: then it is masked in turns, which others have in between. */
export async function maskedInTurns<T>(
  value: T,
  { mask, maskInSteps }: Pick<Vault, 'mask' | 'maskInSteps'>,
  turns: Turns | undefined,
): Promise<T> {
  if (!isLongJson(value)) return masked(value, mask);
  const steps = maskInSteps(value as unknown as Json);
  for (;;) {
    const { done, value: whole } = steps.next();
    if (done === true) return whole as unknown as T;
    await turns?.next();
  }
}

/** Masks plain data of one run, in turns where it is long. */
export type Masker = <T>(value: T) => Promise<T>;

/** Masks one after the other. */
export async function maskEach<T>(values: readonly T[], mask: Masker): Promise<readonly T[]> {
  const shown: T[] = [];
  for (const value of values) shown.push(await mask(value));
  return shown;
}

export function createMasker(vault: Pick<Vault, 'mask' | 'maskInSteps'>, turns: Turns | undefined): Masker {
  return (value) => maskedInTurns(value, vault, turns);
}
