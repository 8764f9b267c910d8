import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { SERVE_CONFIG } from '../../model/index.ts';
import { listHookSecrets, readConfig } from '../../serveConfig/index.ts';
import { findRange, parseSyntax } from '../../syntax/index.ts';
import type { Diagnostic, Path } from '../../text/index.ts';
import { explainReadable } from './readSecretSource.ts';
import { placeArchive } from './readServeGiven.ts';

/**
 * What the text of `signalbox.serve.yaml` names in its folder, where runs could read it: for this a server does not start. Files need not be
 * there yet. Patterns must be loaded; nothing is found in a text with other errors.
 */
export async function findExposed(text: string, folder: string): Promise<readonly Diagnostic[]> {
  const read = readConfig(text);
  if (!read.ok) return [];
  const syntax = parseSyntax(text);
  const at = (keys: Path, message: string): Diagnostic => ({
    code: 'SERVE_CONFIG',
    severity: 'error',
    range: findRange(syntax, keys, 'value'),
    path: [],
    message,
  });
  const reach = { folder, files: path.join(folder, '.signalbox', 'files') };
  const found: Diagnostic[] = [];
  const secrets = read.value.secrets.map(({ name, from }) => ({ path: ['secrets', name], source: from }));
  for (const { path: keys, source } of [...secrets, ...read.value.webhooks.flatMap(listHookSecrets)]) {
    if (source.type !== 'file') continue;
    const file = path.resolve(await realpath(folder), source.file);
    const message = await explainReadable(source.file, await realpath(file).catch(() => file), reach);
    if (message !== null) found.push(at([...keys, 'file'], `${keys.join('.')}: ${message}`));
  }
  const kept = read.value.keep === null ? null : placeArchive(read.value.keep, folder);
  if (kept?.ok === false) found.push(at(['keep', 'archive'], kept.error.slice(`${SERVE_CONFIG}: `.length)));
  return found;
}
