import type { JsonObject } from '../../base/index.ts';
import type { MemoryHome } from '../../effects/memory/MemoryHome.ts';

/** What a memory under test is made of; what is absent is the default. */
export interface BackendsUnderTest {
  readonly storage?: { readonly use: string; readonly config: JsonObject };
  readonly vector?: { readonly use: string; readonly config: JsonObject };
  /** Absent: one without IndexedDB and folder, new for each case. */
  readonly home?: () => MemoryHome;
}

/** Redis behind a bridge, as a memory names it. */
export function useRedis({ url, token }: { readonly url: string; readonly token: string }) {
  return { use: 'upstash:redis', config: { url, token } };
}

/** A Chroma server, as a memory names it. */
export function useChroma({ url }: { readonly url: string }) {
  return { use: 'chroma:http', config: { url } };
}
