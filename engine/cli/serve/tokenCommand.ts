import { assertNever, messageOf } from '../../base/index.ts';
import { TokenFile, type TokenRequest } from '../../server/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { onOneLine } from '../print/terminal.ts';
import { refuse } from '../refuse.ts';
import type { TokenCommand } from './parseToken.ts';
import { stateFolder } from './stateFolder.ts';

/** `signalbox serve token`: makes, lists and revokes the tokens of a server, which sees them at once. */
export async function runTokenCommand(io: CommandIo, { folder, state, action }: TokenCommand): Promise<ExitCode> {
  const tokens = new TokenFile(stateFolder(io, { folder, state }));
  try {
    switch (action.type) {
      case 'create':
        return await create(io, tokens, action);
      case 'list':
        return await list(io, tokens);
      case 'revoke':
        if (await tokens.revoke(action.id)) return 0;
        return refuse(io, `There is no token ${onOneLine(action.id)}. --list shows those there are.`, 1);
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
