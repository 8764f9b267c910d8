import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { RestateRunService } from '../../service/restate/RestateRunService.ts';
import { type SpawnedWorkers, spawnWorkers } from './spawnWorkers.ts';
import { type RestateServer, startRestate } from './startRestate.ts';

/** What runs go through in a block of tests; there once its first test begins. */
export interface ServedByThree {
  readonly server: RestateServer;
  readonly workers: SpawnedWorkers;
  readonly service: RestateRunService;
}

/**
 * For a block of tests: a Restate server with three workers in processes of their own, and what starts runs there, of workflows in `folder`.
 * All of it ends with the block.
 */
export function withThreeWorkers(
  binary: string,
  name: string,
): { readonly folder: string; readonly served: () => ServedByThree } {
  const folder = mkdtempSync(path.join(tmpdir(), `signalbox-${name}-`));
  let served: ServedByThree | undefined;
  beforeAll(async () => {
    const [server, workers] = await Promise.all([startRestate(binary), spawnWorkers(3)]);
    await server.register(workers.address);
    const ports = { workspace: folder, mcpServers: [], grants: [], env: {} };
    served = { server, workers, service: new RestateRunService(server, { variables: [], ports }) };
  }, 120_000);
  afterAll(async () => {
    await served?.workers.stop();
    await served?.server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    served: () => {
      if (served === undefined) throw new Error('The server is not there yet.');
      return served;
    },
  };
}
