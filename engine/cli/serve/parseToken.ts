import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import { SCOPES, type Scope } from '../../server/index.ts';

/** `signalbox serve token`. */
export interface TokenCommand {
  readonly name: 'token';
  /** The folder that is served. */
  readonly folder: string;
  /** The state folder; null: that of the folder. */
  readonly state: string | null;
  readonly action:
    | { readonly type: 'list' }
    | { readonly type: 'revoke'; readonly id: string }
    /** `lifetime` is in ms; null: it does not expire. */
    | { readonly type: 'create'; readonly name: string; readonly scope: Scope; readonly lifetime: number | null };
}

/** Longest name of a token, in characters. */
const LONGEST_NAME = 100;

/** Reads the arguments after `serve token`. The error is one sentence that says what is wrong with them. */
export function parseToken(args: readonly string[]): Result<TokenCommand, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      state: { type: 'string' },
      name: { type: 'string' },
      scope: { type: 'string' },
      expires: { type: 'string' },
      list: { type: 'boolean' },
      revoke: { type: 'string' },
    },
  });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('One folder is served at a time. Use signalbox serve token FOLDER --name NAME.');
  if (folder === '' || values.state === '')
    return err('The name of a folder is empty. Is a variable of your shell unset?');
  const given = (['name', 'list', 'revoke'] as const).filter((option) => values[option] !== undefined);
  if (given.length !== 1)
    return err('Say what to do: --name NAME makes a token, --list shows them, --revoke ID takes one away.');
  const action = values.list === true ? ok({ type: 'list' } as const) : readAction(values);
  return action.ok ? ok({ name: 'token', folder, state: values.state ?? null, action: action.value }) : action;
}

interface Values {
  readonly name?: string | undefined;
  readonly scope?: string | undefined;
  readonly expires?: string | undefined;
  readonly revoke?: string | undefined;
}

function readAction({ name, scope: asked = 'run', expires, revoke }: Values): Result<TokenCommand['action'], string> {
  if (revoke !== undefined) return ok({ type: 'revoke', id: revoke });
  if (name === undefined || name.trim() === '' || name.length > LONGEST_NAME)
    return err(`--name has 1 to ${LONGEST_NAME} characters, such as the program that will use the token.`);
  const scope = SCOPES.find((one) => one === asked);
  if (scope === undefined) return err(`--scope is one of ${SCOPES.join(', ')}.`);
  if (expires === undefined) return ok({ type: 'create', name, scope, lifetime: null });
  const lifetime = parseDuration(expires);
  if (!lifetime.ok || lifetime.value === 0) return err('--expires needs a time such as 90d or 12h.');
  return ok({ type: 'create', name, scope, lifetime: lifetime.value });
}
