import { explainMcpServer, type McpServer } from '../../effects/index.ts';
import type { NamedGrant } from '../../hosts/node/index.ts';
import { misuse, type Option, texts, type Values, values, word } from '../arguments/options.ts';
import { parseVariable, type VariableEntry } from '../readVariables.ts';

/** Whether calls that were cut off are made again; null when absent. */
export const REPEAT = word('ask', 'yes', 'no');

/** The options by which commands say what runs are given. */
export const GIVEN = {
  env: variables(false, 'NAME, NAME=VALUE or @FILE'),
  envFile: values((name): VariableEntry => ({ type: 'lines', file: name, isEnvFile: true }), 'FILE'),
  secret: variables(true, 'NAME, NAME=VALUE, NAME@FILE, NAME@fd:N or @FILE'),
  plain: texts,
  allow: grants('credential'),
  allowContent: grants('content'),
  mcp: texts,
  header: texts,
} as const;

/** What runs are given by options of a command. */
export type GivenOptions = ReturnType<typeof givenOf>;

/** What those options come to together. Throws a `CommandError`. */
export function givenOf({ env, envFile, secret, plain, allow, allowContent, mcp, header }: Values<typeof GIVEN>) {
  const named: readonly VariableEntry[] = [...envFile, ...env];
  return {
    env: named,
    /** Each of them goes only where grants say. */
    secrets: secret,
    /** Names of variables that are no secrets, wherever they are sent. */
    plain,
    /** Where secrets may go. */
    grants: [...allow, ...allowContent],
    mcpServers: toServers(mcp, header),
  };
}

/** The error does not repeat what it is about: it may be a secret. */
function variables(isSecret: boolean, forms: string): Option<readonly VariableEntry[]> {
  return {
    type: 'string',
    multiple: true,
    read: (entries, option) => {
      if (isSecret && entries.some((entry) => /^[^=@]*@.*=/s.test(entry))) throw misuse(MIXED, option);
      const parsed = entries.flatMap((entry) => parseVariable(entry, isSecret) ?? []);
      if (parsed.length === entries.length) return parsed;
      throw misuse(`${option} takes ${forms}, and one of them has no name.`, option);
    },
  };
}

const MIXED =
  '--secret takes the name of a file behind @, and one of them has = there. A name has no @ in it: give NAME=VALUE, or NAME@FILE with a file that has no = in its name.';

function grants(as: NamedGrant['grant']['as']): Option<readonly NamedGrant[]> {
  return values((entry) => {
    const [, name, address = ''] = /^([^=]+)=(.*)$/s.exec(entry) ?? [];
    const isAddress = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
    return name !== undefined && isAddress ? { name, grant: { origin: new URL(address).origin, as } } : undefined;
  }, 'NAME=ORIGIN, such as API_KEY=https://api.example.com');
}

/** Reads `--mcp NAME=URL` and `--header NAME:KEY=VALUE`. */
function toServers(servers: readonly string[], headers: readonly string[]): readonly McpServer[] {
  const found = new Map<string, McpServer & { readonly headers: (readonly [string, string])[] }>();
  for (const entry of servers) {
    const [, name, url] = /^([^=]+)=(.+)$/.exec(entry) ?? [];
    if (name === undefined || url === undefined) throw misuse(`--mcp takes NAME=URL, not "${entry}".`, '--mcp');
    const server = { name, url, headers: [] };
    refuse(`--mcp ${name}`, explainMcpServer(server, [...found.keys()]));
    found.set(name, server);
  }
  for (const entry of headers) {
    // The value after = may be a secret: no error repeats it.
    const [, name, key, value] = /^([^:=]+):([^=]+)=(.*)$/s.exec(entry) ?? [];
    if (name === undefined || key === undefined || value === undefined)
      throw misuse('--header takes NAME:KEY=VALUE, such as --header docs:Authorization="Bearer …".', '--header');
    const server = found.get(name);
    if (server === undefined) throw misuse(`--header ${name}:${key}: there is no --mcp ${name}=URL.`, '--header');
    server.headers.push([key, value]);
    refuse(`--header ${name}:${key}`, explainMcpServer(server, []));
  }
  return [...found.values()];
}

function refuse(place: string, problem: string | null): void {
  if (problem !== null) throw misuse(`${place}: ${problem}`, place);
}
