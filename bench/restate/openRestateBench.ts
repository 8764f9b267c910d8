import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RestateRunService } from '../../engine/service/restate/RestateRunService.ts';
import { findRestateServer, type RestateServer, startRestate } from '../../engine/testing/restate/startRestate.ts';
import { allowLoopback } from '../../engine/testing/serving/reachLoopback.ts';
import { serveLoopback } from '../../engine/testing/serving/serveLoopback.ts';

/** A Restate server with the floor and a worker of ours, each in a process of its own. */
export interface RestateBench {
  readonly server: RestateServer;
  readonly service: RestateRunService;
  /** Puts a workflow into the folder; answers with its name. */
  write(name: string, text: string): string;
  /** Runs the floor: so many steps, one after the other; with `url` each of them is a request there. */
  runBare(key: string, steps: number, url?: string): Promise<void>;
  /** Of a site on the loopback that answers with `{}`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Opens it from the bundles in a folder. Null where there is no server, after saying so. */
export async function openRestateBench(bundles: string): Promise<RestateBench | null> {
  const binary = findRestateServer(process.cwd());
  if (binary === null) {
    console.log('Skipped: there is no Restate server. npm ci --prefix tools/restate installs it.');
    return null;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  allowLoopback(folder);
  const server = await startRestate(binary);
  const site = await serveLoopback((_request, response) => response.end('{}'));
  const bare = fork(path.join(bundles, 'bench/bareEndpoint.js'));
  const [address] = await once(bare, 'message');
  const args = [path.join(bundles, 'cli/signalbox.js'), 'worker', folder, '--port', '0'];
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await server.register(String(address));
  await server.register(await addressOf(worker));
  const ports = { workspace: folder, mcpServers: [], grants: [], env: {} };
  return {
    server,
    service: new RestateRunService(server, { variables: [], ports }),
    write: (name, text) => {
      writeFileSync(path.join(folder, `${name}.yaml`), text);
      return name;
    },
    runBare: (key, steps, url) =>
      url === undefined ? callBare(server, `${key}/run`, steps) : callBare(server, `${key}/ask`, { steps, url }),
    url: site.url,
    close: async () => {
      for (const child of [bare, worker]) child.kill('SIGKILL');
      await server.stop();
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function callBare({ ingress }: RestateServer, handler: string, parameter: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(parameter);
  const answer = await fetch(`${ingress}/Bare/${handler}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.text();
}

/** Where a worker listens, from the line that it prints. */
async function addressOf(worker: ChildProcess): Promise<string> {
  if (worker.stdout === null) throw new RangeError('A worker without output');
  const [line] = await once(worker.stdout, 'data');
  const found = /http:\S+/.exec(String(line));
  if (found === null) throw new Error(`The worker said: ${line}`);
  return found[0];
}
