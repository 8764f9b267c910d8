import { assertNever, err, messageOf, ok, type Result } from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import { readRate } from '../../serveConfig/index.ts';
import { SCOPES, TokenFile, type TokenRequest } from '../../server/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { readArguments } from '../readArguments.ts';
import { refuse } from '../refuse.ts';
import { toCommand } from '../toCommand.ts';
import { stateFolder } from './stateFolder.ts';

/** `signalbox serve token`: makes, lists and revokes the tokens of a server, which sees them at once. */
export const tokenCommand = toCommand(parseToken, runTokenCommand);

/** `signalbox serve token`. */
interface TokenCommand {
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

async function runTokenCommand(io: CommandIo, { folder, state, action }: TokenCommand): Promise<ExitCode> {
  const tokens = new TokenFile(stateFolder(io, { folder, state }));
  try {
    switch (action.type) {
      case 'create':
        return await create(io, tokens, action);
      case 'list':
        return await list(io, tokens);
      case 'revoke':
        if (await tokens.revoke(action.id)) return 0;
        return refuse(io, `There is no token ${onOneLine(action.id)}. --list shows all tokens.`, 1);
      default:
        return assertNever(action);
    }
  } catch (error) {
    return refuse(io, onOneLine(messageOf(error)));
  }
}

async function create(
  io: CommandIo,
  tokens: TokenFile,
  { lifetime, asked }: Extract<TokenCommand['action'], { type: 'create' }>,
): Promise<ExitCode> {
  const expiresAt = lifetime === null ? null : Date.now() + lifetime;
  const { token, kept } = await tokens.create({ ...asked, expiresAt });
  io.printOut(`${token}\n`);
  const note = `Token ${kept.id} may ${kept.scope}${describeLimits(kept)}, and ${describeEnd(expiresAt)}. It is shown this once.\n`;
  io.printError({ color: 'dim', text: note });
  return 0;
}

async function list(io: CommandIo, tokens: TokenFile): Promise<ExitCode> {
  for (const token of await tokens.list()) {
    const { id, scope, name, createdAt, expiresAt } = token;
    const times = `made ${formatDay(createdAt)}, ${describeEnd(expiresAt)}`;
    io.printOut(`${id}  ${scope.padEnd(5)}  ${times}  ${onOneLine(name)}${describeLimits(token)}\n`);
  }
  return 0;
}

/** What a token is limited to, in parentheses; nothing where it is not. */
function describeLimits({ workflows, rate }: Pick<TokenRequest, 'workflows' | 'rate'>): string {
  const limits = [
    ...(workflows === undefined ? [] : [`only ${workflows.map(onOneLine).join(', ')}`]),
    ...(rate === undefined ? [] : [`at most ${rate}`]),
  ];
  return limits.length === 0 ? '' : ` (${limits.join('; ')})`;
}

function describeEnd(expiresAt: number | null): string {
  if (expiresAt === null) return 'does not expire';
  return `${expiresAt <= Date.now() ? 'expired' : 'expires'} ${formatDay(expiresAt)}`;
}

function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
