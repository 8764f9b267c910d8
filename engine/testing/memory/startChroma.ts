import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { type Started, startServer } from './startServer.ts';

/** A Chroma server for one test. */
export interface Chroma {
  /** Without `/` at the end. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const BINDINGS = 'chromadb-js-bindings-linux-x64-gnu';

/** Starts Chroma as the npm package brings it, on a free port of this machine alone; any page may ask it. */
export async function startChroma(): Promise<Started<Chroma>> {
  let bindings: string;
  try {
    bindings = createRequire(import.meta.url).resolve(BINDINGS);
  } catch {
    return { ok: false, reason: `${BINDINGS} is not installed: there is none for ${process.platform} ${process.arch}` };
  }
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const started = await startServer(
    process.execPath,
    async (folder) => {
      const settings = {
        port,
        listen_address: '127.0.0.1',
        persist_path: `${folder}/data`,
        cors_allow_origins: ['*'],
      };
      await writeFile(`${folder}/chroma.yaml`, JSON.stringify(settings));
      return [
        '-e',
        `require(${JSON.stringify(bindings)}).cli(['chroma', 'run', ${JSON.stringify(`${folder}/chroma.yaml`)}])`,
      ];
    },
    async () => (await fetch(`${url}/api/v2/heartbeat`)).ok,
  );
  return started.ok ? { ok: true, server: { url, stop: started.server.stop } } : started;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('No port is free.'));
      });
    });
  });
}
