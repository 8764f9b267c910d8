import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FolderServer, serveFolder } from './serveFolder.ts';

/** A temporary folder of workflows, and next to it what is not to be reached. */
export class Disk {
  readonly outside = realpathSync(mkdtempSync(path.join(tmpdir(), 'signalbox-server-')));
  readonly folder = path.join(this.outside, 'flows');

  constructor(files: Readonly<Record<string, string>>) {
    mkdirSync(this.folder);
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  placeOf(name: string): string {
    return path.join(this.folder, name);
  }

  write(name: string, text: string): void {
    mkdirSync(path.dirname(this.placeOf(name)), { recursive: true });
    writeFileSync(this.placeOf(name), text);
  }

  remove(): void {
    rmSync(this.outside, { recursive: true, force: true });
  }
}

/** What a server answered. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The code of a problem; undefined for what is none. */
  readonly code: unknown;
}

interface RequestParts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server of a folder with an app of two files, and a browser that has access. */
export class ServerUnderTest {
  readonly #server: FolderServer;
  #key = '';

  private constructor(server: FolderServer) {
    this.#server = server;
  }

  static async start(disk: Disk): Promise<ServerUnderTest> {
    const app = path.join(disk.outside, 'app');
    mkdirSync(path.join(app, 'sandbox'), { recursive: true });
    writeFileSync(
      path.join(app, 'index.html'),
      '<html><head><title>App</title><link rel="manifest" href="m" /></head></html>',
    );
    for (const name of ['sw.js', 'manifest.webmanifest']) writeFileSync(path.join(app, name), '');
    writeFileSync(path.join(app, 'sandbox/worker.js'), 'start();');
    writeFileSync(
      path.join(app, '_headers'),
      '/*\n  X-Content-Type-Options: nosniff\n/\n  Policy: page\n/sandbox/*\n  Policy: sandbox\n',
    );
    return new ServerUnderTest(await serveFolder({ folder: disk.folder, appFolder: app, port: 0 }));
  }

  get port(): number {
    return this.#server.port;
  }

  get token(): string {
    return /#token=(.+)$/.exec(this.#server.address)?.[1] ?? '';
  }

  /** Sends a request as it is given, with the key once there is one. */
  ask(address: string, { method = 'GET', headers = {}, body }: RequestParts = {}): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const own = this.#key === '' ? {} : { Authorization: `Bearer ${this.#key}` };
      const asking = request(
        { host: '127.0.0.1', port: this.port, path: address, method, headers: { ...own, ...headers } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => (text += chunk));
          answer.on('end', () => {
            const isProblem = answer.headers['content-type'] === 'application/problem+json';
            const code: unknown = isProblem ? JSON.parse(text).code : undefined;
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, code });
          });
        },
      );
      asking.on('error', reject);
      asking.end(body);
    });
  }

  exchange(token: string): Promise<Answered> {
    return this.ask('/api/session', { method: 'POST', body: JSON.stringify({ token }) });
  }

  async enter(): Promise<void> {
    const { key }: { key: string } = JSON.parse((await this.exchange(this.token)).text);
    this.#key = key;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}
