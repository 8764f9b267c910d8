import { err, ok, type Result } from '../../base/index.ts';
import type { NamedGrant } from '../../hosts/node/index.ts';

/** Reads `NAME=ORIGIN` of `--allow` and `--allow-content`. The error is one sentence. */
export function parseGrants(
  allow: readonly string[],
  allowContent: readonly string[],
): Result<readonly NamedGrant[], string> {
  const grants: NamedGrant[] = [];
  for (const [option, as, entries] of [
    ['--allow', 'credential', allow],
    ['--allow-content', 'content', allowContent],
  ] as const) {
    for (const entry of entries) {
      const equals = entry.indexOf('=');
      const [name, address] = [entry.slice(0, Math.max(0, equals)), entry.slice(equals + 1)];
      const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
      if (name === '' || !isAddress)
        return err(`${option} takes NAME=ORIGIN, such as API_KEY=https://api.example.com, not "${entry}".`);
      grants.push({ name, grant: { origin: new URL(address).origin, as } });
    }
  }
  return ok(grants);
}
