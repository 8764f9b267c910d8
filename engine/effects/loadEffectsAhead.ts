/** What calls need that go nowhere, and that comes with the first of them: one after the other, the likely ones first. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./models/mock.ts'),
  () => import('./makeUp.ts'),
  () => import('./tools/csv.ts'),
  () => import('./memory/performMemory.ts'),
  () => import('./tools/html.ts'),
];

/**
 * Loads what calls need that go nowhere, so that a run without a connection does not end at one. Models of providers and
 * MCP servers need a connection anyway. What cannot be loaded is asked for again with the first call.
 */
export async function loadEffectsAhead(): Promise<void> {
  for (const load of PARTS) await load().catch(() => null);
}
