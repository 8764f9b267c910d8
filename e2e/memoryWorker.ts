/** The contract of memories in a worker of the browser, as the engine runs there: bundled and started by memory.spec.ts. */
import { createMemoryHome, type MemoryHome } from '../engine/effects/memory/MemoryHome.ts';
import type { BackendsUnderTest } from '../engine/testing/memory/backends.ts';
import { MEMORY_CONTRACT } from '../engine/testing/memory/contract.ts';

/** The result of one case; `error` null: it passed. */
export interface ContractResult {
  readonly name: string;
  readonly error: string | null;
}

addEventListener('message', (event: MessageEvent<BackendsUnderTest>) => void runContract(event.data).then(postMessage));

function openHome(): MemoryHome {
  return createMemoryHome({ indexedDb: globalThis.indexedDB });
}

async function runContract(backends: BackendsUnderTest): Promise<readonly ContractResult[]> {
  const results: ContractResult[] = [];
  for (const { name, run } of MEMORY_CONTRACT) {
    const error = await run({ ...backends, home: openHome }).then(
      () => null,
      (reason: unknown) => String(reason),
    );
    results.push({ name, error });
  }
  return results;
}
