import type { Egress } from '../egress.ts';
import type { McpServer } from '../ports.ts';
import { type McpConnection, openConnection } from './openConnection.ts';

/** The sessions of one run: each server has one, opened by the first call of one of its tools. */
export class McpConnections {
  readonly #egress: Egress;
  readonly #open = new Map<string, Promise<McpConnection>>();
  readonly #closing = new AbortController();

  constructor(egress: Egress) {
    this.#egress = egress;
  }

  /** The session with a server; rejects where none can be opened, and tries again with the next call. */
  get(server: McpServer): Promise<McpConnection> {
    const open = this.#open.get(server.name);
    if (open !== undefined) return open;
    const opening = openConnection(server, this.#egress, this.#closing.signal);
    this.#open.set(server.name, opening);
    opening.then(
      (connection) => {
        if (this.#closing.signal.aborted) void connection.close();
      },
      () => this.#forget(server.name, opening),
    );
    return opening;
  }

  /** Ends a session that is no longer usable: the next call opens a new one. */
  drop(server: McpServer, connection: McpConnection): void {
    const open = this.#open.get(server.name);
    void open?.then((current) => {
      if (current === connection) this.#forget(server.name, open);
    });
    void connection.close();
  }

  /** Ends every session. */
  async close(): Promise<void> {
    this.#closing.abort();
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(
      open.map((opening) =>
        opening.then(
          (connection) => connection.close(),
          () => undefined,
        ),
      ),
    );
  }

  #forget(name: string, opening: Promise<McpConnection>): void {
    if (this.#open.get(name) === opening) this.#open.delete(name);
  }
}
