import { err, ok, type Result } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import { readRate } from '../../serveConfig/index.ts';
import { SCOPES, type TokenRequest } from '../../server/index.ts';
import { readArguments } from '../readArguments.ts';

/** `signalbox serve token`. */
export interface TokenCommand {
  /** The folder that is served. */
  readonly folder: string;
  /** The state folder; null: that of the folder. */
  readonly state: string | null;
  readonly action:
    | { readonly type: 'list' }
    | { readonly type: 'revoke'; readonly id: string }
    /** `lifetime` is in ms; null: it does not expire. */
    | { readonly type: 'create'; readonly lifetime: number | null; readonly asked: Omit<TokenRequest, 'expiresAt'> };
}

/** Longest name of a token, in characters. */
const LONGEST_NAME = 100;

/** Longest name of a workflow, or pattern of names, in characters. */
const LONGEST_WORKFLOW = 1000;

/** Reads the arguments after `serve token`. The error is one sentence that says what is wrong with them. */
export function parseToken(args: readonly string[]): Result<TokenCommand, string> {
  const { values, positionals } = readArguments(args, {
    state: { type: 'string' },
    name: { type: 'string' },
    scope: { type: 'string' },
    expires: { type: 'string' },
    workflow: { type: 'string', multiple: true },
    rate: { type: 'string' },
    list: { type: 'boolean' },
    revoke: { type: 'string' },
  });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('One folder is served at a time. Use signalbox serve token FOLDER --name NAME.');
  if (folder === '' || values.state === '')
    return err('The name of a folder is empty. Is a variable of your shell unset?');
  const given = (['name', 'list', 'revoke'] as const).filter((option) => values[option] !== undefined);
  if (given.length !== 1)
    return err('Say what to do: --name NAME makes a token, --list shows them, --revoke ID takes one away.');
  if (values.name === undefined && (values.workflow !== undefined || values.rate !== undefined))
    return err(
      '--workflow and --rate limit a new token, which --name makes. To change a token, revoke it and make another one.',
    );
  const action = values.list === true ? ok({ type: 'list' } as const) : readAction(values);
  return action.ok ? ok({ folder, state: values.state ?? null, action: action.value }) : action;
}

interface TokenOptions {
  readonly name?: string | undefined;
  readonly scope?: string | undefined;
  readonly expires?: string | undefined;
  readonly revoke?: string | undefined;
  readonly workflow?: readonly string[] | undefined;
  readonly rate?: string | undefined;
}

function readAction(values: TokenOptions): Result<TokenCommand['action'], string> {
  const { name, scope: wanted = 'run', expires, revoke } = values;
  if (revoke !== undefined) return ok({ type: 'revoke', id: revoke });
  if (name === undefined || name.trim() === '' || name.length > LONGEST_NAME)
    return err(`--name has 1 to ${LONGEST_NAME} characters, such as the program that will use the token.`);
  const scope = SCOPES.find((one) => one === wanted);
  if (scope === undefined) return err(`--scope is one of ${SCOPES.join(', ')}.`);
  const limits = readLimits(values);
  if (!limits.ok) return limits;
  const asked = { name, scope, ...limits.value };
  if (expires === undefined) return ok({ type: 'create', lifetime: null, asked });
  const lifetime = parseDuration(expires);
  if (!lifetime.ok || lifetime.value === 0) return err('--expires needs a time such as 90d or 12h.');
  return ok({ type: 'create', lifetime: lifetime.value, asked });
}

function readLimits({
  workflow: workflows,
  rate,
}: TokenOptions): Result<Pick<TokenRequest, 'workflows' | 'rate'>, string> {
  const misfit = workflows?.find((one) => one.trim() === '' || one.length > LONGEST_WORKFLOW);
  if (misfit !== undefined)
    return err(`--workflow has 1 to ${LONGEST_WORKFLOW} characters, such as orders/new or 'orders/*'.`);
  if (rate !== undefined && readRate(rate) === null)
    return err('--rate needs a number each second, minute or hour, such as 10/s, 100/m or 1000/h.');
  return ok({ ...(workflows === undefined ? {} : { workflows }), ...(rate === undefined ? {} : { rate }) });
}
