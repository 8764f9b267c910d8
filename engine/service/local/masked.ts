import type { Json } from '../../base/index.ts';
import type { Vault } from '../../effects/index.ts';

/** Plain data with the secrets in it masked, or with their placeholders (`conceal`); its shape stays. */
export function masked<T>(value: T, mask: Vault['mask']): T {
  // What callers give is plain data, and masking changes texts alone.
  return mask(value as unknown as Json) as unknown as T;
}
