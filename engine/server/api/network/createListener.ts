import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { codeOf, err, ok, type Result } from '../../../base/index.ts';

/** How long the headers of a request, and the greeting of TLS before them, may take to arrive, in ms. */
const HEADERS_TIME = 10_000;

/** What the API listens with: HTTP, or HTTP over TLS with the same bounds. */
export interface Listener {
  readonly server: Server | TlsServer;
  readonly scheme: 'http' | 'https';
  /** Puts another certificate in force for connections from then on. Throws where the server has none, and where it cannot be used. */
  renew(pair: TlsPair): void;
  /** Ends all connections, also those that have not yet agreed on a key. */
  cutOff(): void;
}

/** Makes what the API listens with; it does not listen yet. `requestTime` is how long a request may take to arrive, in ms. */
export function createListener(
  tls: TlsPair | null,
  { requestTime }: { readonly requestTime: number },
  answer: RequestListener,
): Listener {
  const times = { requestTimeout: requestTime, headersTimeout: HEADERS_TIME };
  if (tls === null) {
    const server = createServer(times, answer);
    return { server, scheme: 'http', renew: refuseTls, cutOff: () => server.closeAllConnections() };
  }
  const kept = { minVersion: 'TLSv1.2', handshakeTimeout: HEADERS_TIME } as const;
  const server = createTlsServer({ ...times, ...kept, cert: tls.cert, key: tls.key }, answer);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return {
    server,
    scheme: 'https',
    renew: ({ cert, key }) => server.setSecureContext({ minVersion: kept.minVersion, cert, key }),
    cutOff: () => {
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function refuseTls(): never {
  throw new Error('This server has no certificate to renew.');
}

/** Where to listen. */
interface ListenAt {
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  /** The option that chooses the port, for those whose port cannot be had: `--port N`. */
  readonly option: string;
}

/** Listens, and resolves with where: `127.0.0.1:4700`. Rejects with an `Error` for the user where the port cannot be had. */
export async function listen(server: Server, { host, port, option }: ListenAt): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(describeListen(error, { host, port, option }), { cause: error })));
    server.listen(port, host, resolve);
  });
  server.removeAllListeners('error');
  return `${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo | null)?.port ?? 0}`;
}

function describeListen(error: Error & { readonly code?: string }, { host, port, option }: ListenAt): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Choose another one: ${option}.`;
    case 'EACCES':
      return `Port ${port} is closed to this user. Choose one above 1023: ${option}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this computer. Choose another one, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `${host}:${port} cannot be served: ${error.message}.`;
  }
}

/** Where a certificate and its key are. Absolute. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** A certificate that fits its key, as PEM. */
export interface TlsPair {
  /** The certificate of the server, then those between it and the root. */
  readonly cert: Buffer;
  readonly key: Buffer;
  /** What whoever operates the server must know; null: nothing. */
  readonly warning: string | null;
}

/** Reads a certificate and its key. The error is one sentence for the user; it has nothing of what the files hold. */
export async function readTls(files: TlsFiles, now: Date): Promise<Result<TlsPair, string>> {
  const [cert, key] = [await readPart(files.cert), await readPart(files.key)];
  if (typeof cert === 'string') return err(`The certificate ${files.cert} ${cert}`);
  if (typeof key === 'string') return err(`The key ${files.key} ${key}`);
  const certificate = attempt(() => new X509Certificate(cert));
  // What is no PEM could be read as DER, and then not be served.
  if (certificate === null || !cert.includes('-----BEGIN CERTIFICATE-----'))
    return err(`${files.cert} is not a certificate. Give one in PEM: it begins with -----BEGIN CERTIFICATE-----.`);
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(key.toString('latin1')))
    return err(`The key ${files.key} is encrypted. Decrypt it first: openssl pkey -in FILE -out NEW.`);
  const secret = attempt(() => createPrivateKey(key));
  if (secret === null)
    return err(`${files.key} is not a private key. Give one in PEM, such as -----BEGIN PRIVATE KEY-----.`);
  if (!certificate.checkPrivateKey(secret))
    return err(
      `The key ${files.key} does not fit the certificate ${files.cert}. Give the key with which the certificate was made; the certificate of the server comes first in its file.`,
    );
  if (attempt(() => createSecureContext({ cert, key })) === null)
    return err(`${files.cert} cannot be used: its key is too weak, or a certificate behind the first is damaged.`);
  return ok({ cert, key, warning: warnOf(certificate, files.cert, now) });
}

function warnOf({ validFrom, validTo }: X509Certificate, file: string, now: Date): string | null {
  const [from, to] = [new Date(validFrom), new Date(validTo)];
  if (to < now) return `The certificate ${file} expired on ${dayOf(to)}: clients refuse it. Renew it.`;
  if (from > now) return `The certificate ${file} is not valid before ${dayOf(from)}: clients refuse it until then.`;
  return null;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The bytes of a file, or what is wrong with it. */
async function readPart(file: string): Promise<Buffer | string> {
  try {
    return await readFile(file);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return 'does not exist. Name the file that has it.';
    if (code === 'EACCES') return 'cannot be read by this user. Change its permissions or its owner.';
    if (code === 'EISDIR') return 'is a folder. Name the file that has it.';
    return `cannot be read (${String(code)}).`;
  }
}

/** Null where it throws: what libraries of TLS say names no file, and may quote it. */
function attempt<T>(make: () => T): T | null {
  try {
    return make();
  } catch {
    return null;
  }
}
