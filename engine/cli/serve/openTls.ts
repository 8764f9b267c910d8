import path from 'node:path';
import { ok, type Result } from '../../base/index.ts';
import { readTls, type TlsFiles, type TlsPair } from '../../server/index.ts';
import type { Log } from '../../service/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { ServeCommand } from './parseServe.ts';

/** The certificate that a server begins with, and what reads it again. */
export interface OpenTls {
  readonly files: TlsFiles;
  readonly pair: TlsPair;
  readonly read: () => Promise<Result<TlsPair, string>>;
}

/** Reads the certificate of a server; null where it answers http. The error is for the user. */
export async function openTls(
  io: Pick<CommandIo, 'folder'>,
  { tls }: ServeCommand,
  log: Log,
): Promise<Result<OpenTls | null, string>> {
  if (tls === null) return ok(null);
  const files = { cert: path.resolve(io.folder, tls.cert), key: path.resolve(io.folder, tls.key) };
  const read = (): Promise<Result<TlsPair, string>> => readTls(files, new Date());
  const pair = await read();
  if (!pair.ok) return pair;
  if (pair.value.warning !== null) log({ level: 'warn', event: 'trouble', message: pair.value.warning });
  return ok({ files, pair: pair.value, read });
}
