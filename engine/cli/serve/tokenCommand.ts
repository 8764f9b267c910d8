import { parseDuration } from '../../model/index.ts';
import { readRate } from '../../serveConfig/index.ts';
import { SCOPES, TokenFile, type TokenRequest } from '../../server/index.ts';
import { apart, defineFolderArguments, type Parsed } from '../arguments/Arguments.ts';
import { attempt, CommandError } from '../arguments/CommandError.ts';
import { file, flag, misuse, text, usual, value, values, word } from '../arguments/options.ts';
import { toCommand } from '../arguments/toCommand.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { printResult } from '../print/printResult.ts';
import { onOneLine } from '../print/terminal.ts';
import { stateFolder } from './stateFolder.ts';

/** Text of so many characters at most, and more than blanks. */
const upTo = (most: number) => (written: string) =>
  written.trim() === '' || written.length > most ? undefined : written;

const OFTEN = 'a number per second, minute or hour, such as 10/s, 100/m or 1000/h';

/** What `signalbox serve token` takes. */
export const TOKEN = defineFolderArguments(
  'serve token',
  {
    state: file,
    name: value(upTo(100), '1 to 100 characters, such as the program that will use the token'),
    scope: usual(word(...SCOPES), 'run'),
    /** In ms; null: it does not expire. */
    expires: value((written) => {
      const lifetime = parseDuration(written);
      return lifetime.ok && lifetime.value > 0 ? lifetime.value : undefined;
    }, 'a time such as 90d or 12h'),
    workflow: values(upTo(1000), "1 to 1000 characters, such as orders/new or 'orders/*'"),
    rate: value((written) => (readRate(written) === null ? undefined : written), OFTEN),
    list: flag,
    revoke: text,
  },
  [
    apart('name', 'list', 'revoke'),
    { where: ['workflow', 'rate'], needs: ['name'], why: 'To change a token, revoke it and make another one.' },
  ],
);

/** `signalbox serve token`: makes, lists and revokes the tokens of a server, which sees them at once. */
export const tokenCommand = toCommand(TOKEN, async (io, command): Promise<ExitCode> => {
  const tokens = new TokenFile(stateFolder(io, command));
  const { list: lists, name, revoke } = command;
  if (name === null && !lists && revoke === null)
    throw misuse('Say what to do: --name NAME makes a token, --list shows them, --revoke ID takes one away.');
  await attempt('UNREADABLE_FILE', async () => {
    if (name !== null) await create(io, tokens, { ...command, name });
    else if (lists) await list(io, tokens);
    else if (revoke !== null && !(await tokens.revoke(revoke)))
      throw new CommandError('CHANGED', `There is no token ${revoke}. --list shows all tokens.`, { place: '--revoke' });
  });
  return 0;
});

async function create(
  io: CommandIo,
  tokens: TokenFile,
  { name, scope, expires, workflow, rate }: Parsed<typeof TOKEN> & { readonly name: string },
): Promise<void> {
  const expiresAt = expires === null ? null : Date.now() + expires;
  const limits = { ...(workflow.length === 0 ? {} : { workflows: workflow }), ...(rate === null ? {} : { rate }) };
  const { token, kept } = await tokens.create({ name, scope, ...limits, expiresAt });
  printResult(io, { token, id: kept.id, scope, expiresAt, ...limits }, `${token}\n`);
  const note = `Token ${kept.id} may ${kept.scope}${describeLimits(kept)}, and ${describeEnd(expiresAt)}. It is shown this once.\n`;
  io.printError({ color: 'dim', text: note });
}

async function list(io: CommandIo, tokens: TokenFile): Promise<void> {
  const all = await tokens.list();
  const lines = all.map((token) => {
    const { id, scope, name, createdAt, expiresAt } = token;
    const times = `made ${formatDay(createdAt)}, ${describeEnd(expiresAt)}`;
    return `${id}  ${scope.padEnd(5)}  ${times}  ${onOneLine(name)}${describeLimits(token)}\n`;
  });
  const shown = all.map((kept) => {
    const { hash: _, ...token } = kept;
    return token;
  });
  printResult(io, { tokens: shown }, ...lines);
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
