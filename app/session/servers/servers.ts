import { err, ok, type Result } from '#engine';
import type { RunServer, SecretKeep } from '#engine/worker';
import { session, update } from '../store/store.ts';
import { changeSecret } from '../workspace/secrets.ts';

/** A server as a person gives it. */
export interface GivenServer {
  readonly address: string;
  /** Empty: it asks for none. */
  readonly token: string;
  readonly keep: Extract<SecretKeep, 'session' | 'device'>;
}

/** The server with an address; undefined where none is kept. */
export function serverAt(address: string): RunServer | undefined {
  return session.getState().workspace.servers.find((server) => server.address === address);
}

/** Keeps a server, in place of one with the same address. Its token goes to the engine, and from there to its origin alone. */
export async function keepServer({ address: given, token, keep }: GivenServer): Promise<Result<RunServer, string>> {
  const read = readAddress(given);
  if (!read.ok) return read;
  const { address, origin } = read.value;
  const known = serverAt(address);
  const name = `Token of ${address.replaceAll('.', '·')}`;
  if (token !== '') {
    if (!(await changeSecret({ type: 'set', name, value: token, keep }))) return err('The token could not be kept.');
    await changeSecret({ type: 'grant', name, grants: [{ origin, as: 'credential' }] });
  }
  const server = { address, token: token === '' ? (known?.token ?? null) : name };
  const others = session.getState().workspace.servers.filter((other) => other.address !== address);
  update({ workspace: { servers: [...others, server] } });
  return ok(server);
}

/** Forgets a server, with its token; a run of it that is on screen is taken off. */
export async function removeServer(address: string): Promise<void> {
  const server = serverAt(address);
  if (server === undefined) return;
  const { workspace, run } = session.getState();
  const served = new Map(run.served);
  served.delete(address);
  update({
    workspace: {
      servers: workspace.servers.filter((other) => other !== server),
      ...(workspace.runOn === address ? { runOn: null } : {}),
    },
    run: { served, ...(run.shown?.server?.address === address ? { shown: null } : {}) },
  });
  if (server.token !== null) await changeSecret({ type: 'remove', name: server.token });
}

/** Chooses where runs start: on a server, by its address, or in this browser. */
export function setRunOn(runOn: string | null): void {
  update({ workspace: { runOn } });
}

/** An address as it is kept, without a slash at its end, and its origin; the error is for the user. */
export function readAddress(given: string): Result<{ readonly address: string; readonly origin: string }, string> {
  const text = given.trim();
  const url = text === '' ? null : readUrl(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);
  if (url === null) return err('Write its address, such as http://127.0.0.1:4700.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return err('The address begins with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    return err('Remove the name and password from the address: a token is used instead.');
  return ok({ address: `${url.origin}${url.pathname}`.replace(/\/+$/, ''), origin: url.origin });
}

function readUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
