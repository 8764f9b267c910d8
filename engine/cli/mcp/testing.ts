import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ownText } from '../../author/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts';
import { type ApiServer, AUTHORING, authoringRoutes, serveApi } from '../../server/index.ts';
import { NO_RUNS } from '../../service/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { createMcpServer } from './createMcpServer.ts';
import { type Allowed, NOTHING_ALLOWED, openContext } from './mcpCommand.ts';

/** What a tool answered. */
export interface Answered {
  readonly isError: boolean;
  /** The whole text. */
  readonly text: string;
  readonly says: JsonObject;
  readonly files: Json;
  /** The codes of its findings. */
  readonly codes: readonly string[];
  readonly findings: readonly JsonObject[];
}

/** What is between a client and a server. Streams differ from memory only by a process, which `transports.test.ts` starts. */
export const TRANSPORTS = ['memory', 'HTTP'] as const;

/** A workspace in a new folder with the official client at its server. */
export class McpShell {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'signalbox-mcp-'));
  readonly errors: string[] = [];
  readonly #client = new Client({ name: 'test', version: '1' });
  #served: ApiServer | null = null;

  async connect(allowed: Partial<Allowed> = {}, over: (typeof TRANSPORTS)[number] = 'memory'): Promise<void> {
    const context = openContext(this.#io(), this.folder, { ...NOTHING_ALLOWED, ...allowed });
    const begin = (): Server => createMcpServer(context);
    if (over === 'HTTP') {
      const parts = { service: NO_RUNS, tokens: null, cors: [], routes: authoringRoutes };
      this.#served = await serveApi({ ...parts, host: '127.0.0.1', port: 0, authoring: begin });
      const transport = new StreamableHTTPClientTransport(new URL(this.#served.address + AUTHORING));
      await this.#client.connect(transport);
      return;
    }
    const [here, there] = InMemoryTransport.createLinkedPair();
    await begin().connect(there);
    await this.#client.connect(here);
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#served?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<Answered> {
    return toAnswered(await this.#client.callTool({ name, arguments: args }));
  }

  get client(): Client {
    return this.#client;
  }

  write(name: string, text: string): void {
    const file = path.join(this.folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  read(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8');
  }

  #io(): CommandIo {
    return {
      printOut: () => undefined,
      printError: (...parts) =>
        void this.errors.push(parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')),
      readInput: () => Promise.resolve(new Uint8Array()),
      env: { HOME_SECRET: 'env-secret-value' },
      folder: this.folder,
      isOutTerminal: false,
      isErrorTerminal: false,
      signal: new AbortController().signal,
      isJson: false,
    };
  }
}

/** The answer of a tool, taken apart. */
export function toAnswered(result: Awaited<ReturnType<Client['callTool']>>): Answered {
  const content = result.content as readonly { readonly type: string; readonly text?: string }[];
  const text = content.map((part) => part.text ?? '').join('');
  const says = JSON.parse(text) as Json;
  if (!isJsonObject(says)) throw new Error(`no map: ${text}`);
  const listed = says['findings'] ?? [];
  const findings = Array.isArray(listed) ? listed.filter(isJsonObject) : [];
  return {
    isError: result.isError === true,
    text,
    says,
    files: says['from_files'] ?? null,
    findings,
    codes: findings.map((finding) => ownText(finding, 'code')),
  };
}
