import { err, ok, type Result } from '../../base/index.ts';
import { explainMcpServer, type McpServer } from '../../effects/index.ts';
import type { NamedGrant, RepeatPolicy } from '../../hosts/node/index.ts';
import { type NamedVariables, parseVariable, type VariableEntry } from '../readVariables.ts';

/** The options of {@link GivenOptions}, as `parseArgs` takes them. */
export const GIVEN_OPTIONS = {
  env: { type: 'string', multiple: true },
  'env-file': { type: 'string', multiple: true },
  secret: { type: 'string', multiple: true },
  plain: { type: 'string', multiple: true },
  allow: { type: 'string', multiple: true },
  'allow-content': { type: 'string', multiple: true },
  mcp: { type: 'string', multiple: true },
  header: { type: 'string', multiple: true },
  repeat: { type: 'string' },
} as const;

/** What runs are given by options of a command. */
export interface GivenOptions extends NamedVariables {
  /** Where secrets may go. */
  readonly grants: readonly NamedGrant[];
  readonly mcpServers: readonly McpServer[];
  /** Whether calls that were cut off are made again; null when absent. */
  readonly repeat: RepeatPolicy | null;
}

type GivenValues = {
  readonly [option in keyof typeof GIVEN_OPTIONS]?: (option extends 'repeat' ? string : readonly string[]) | undefined;
};

/** Reads the values of those options. The error is one sentence. */
export function parseGiven(values: GivenValues): Result<GivenOptions, string> {
  const env = parseVariables('--env', values.env ?? [], 'NAME, NAME=VALUE or @FILE');
  if (!env.ok) return env;
  const secrets = parseVariables('--secret', values.secret ?? [], 'NAME, NAME=VALUE, NAME@FILE, NAME@fd:N or @FILE');
  if (!secrets.ok) return secrets;
  const grants = parseGrants(values.allow ?? [], values['allow-content'] ?? []);
  if (!grants.ok) return grants;
  const servers = parseServers(values.mcp ?? [], values.header ?? []);
  if (!servers.ok) return servers;
  const repeat = readRepeat(values.repeat);
  if (!repeat.ok) return repeat;
  return ok({
    env: env.value,
    secrets: secrets.value,
    plain: values.plain ?? [],
    grants: grants.value,
    envFiles: values['env-file'] ?? [],
    mcpServers: servers.value,
    repeat: repeat.value,
  });
}

/** The error does not repeat what it is about: it may be a secret. */
function parseVariables(
  option: '--env' | '--secret',
  entries: readonly string[],
  forms: string,
): Result<readonly VariableEntry[], string> {
  const isMixed = option === '--secret' && entries.some((entry) => /^[^=@]*@.*=/s.test(entry));
  if (isMixed) return err(MIXED);
  const parsed = entries.flatMap((entry) => parseVariable(entry, option === '--secret') ?? []);
  return parsed.length === entries.length ? ok(parsed) : err(`${option} takes ${forms}, and one of them has no name.`);
}

const MIXED =
  '--secret takes the name of a file behind @, and one of them has = there. A name has no @ in it: give NAME=VALUE, or NAME@FILE with a file that has no = in its name.';

function readRepeat(word: string | undefined): Result<RepeatPolicy | null, string> {
  if (word === undefined) return ok(null);
  if (word === 'ask' || word === 'yes' || word === 'no') return ok(word);
  return err(`--repeat takes ask, yes or no, not "${word}".`);
}

/** Reads `NAME=ORIGIN` of `--allow` and `--allow-content`. The error is one sentence. */
function parseGrants(allow: readonly string[], allowContent: readonly string[]): Result<readonly NamedGrant[], string> {
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

/** Reads `--mcp NAME=URL` and `--header NAME:KEY=VALUE`. The error is one sentence. */
function parseServers(servers: readonly string[], headers: readonly string[]): Result<readonly McpServer[], string> {
  const found = new Map<string, McpServer & { readonly headers: (readonly [string, string])[] }>();
  for (const entry of servers) {
    const [, name, url] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    if (name === undefined || url === undefined) return err(`--mcp takes NAME=URL, not "${entry}".`);
    const server = { name, url, headers: [] };
    const problem = explainMcpServer(server, [...found.keys()]);
    if (problem !== null) return err(`--mcp ${name}: ${problem}`);
    found.set(name, server);
  }
  for (const entry of headers) {
    // The value after = may be a secret: no error repeats it.
    const [, name, key, value] = /^([^:=]+):([^=]+)=(.*)$/s.exec(entry) ?? [];
    if (name === undefined || key === undefined || value === undefined)
      return err('--header takes NAME:KEY=VALUE, such as --header docs:Authorization="Bearer …".');
    const server = found.get(name);
    if (server === undefined) return err(`--header ${name}:${key}: there is no --mcp ${name}=URL.`);
    server.headers.push([key, value]);
    const problem = explainMcpServer(server, []);
    if (problem !== null) return err(`--header ${name}:${key}: ${problem}`);
  }
  return ok([...found.values()]);
}
