/** Modules that calls need, also those without a network, loaded with the first of them: one after the other, the likely ones first. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./tools/http.ts'),
  () => import('./models/mock.ts'),
  () => import('./secrets/sealing.ts'),
  () => import('./calls/mockToolAnswer.ts'),
  () => import('./tools/kv.ts'),
  () => import('./tools/csv.ts'),
  () => import('./tools/validate.ts'),
  () => import('./memory/performMemory.ts'),
  () => import('./tools/html.ts'),
  () => import('./tools/file.ts'),
  () => import('./tools/hash.ts'),
];

/**
 * Preloads what calls without a network need, so that a run without a connection does not fail at one. Models of providers and
 * MCP servers need a connection anyway. What cannot be loaded is requested again with the first call.
 */
export async function loadEffectsAhead(): Promise<void> {
  for (const load of PARTS) await load().catch(() => null);
}
