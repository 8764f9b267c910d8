import { err, ok, type Result } from '../../base/index.ts';
import { readArguments } from '../readArguments.ts';
import { LIVE_OPTIONS, type LiveOptions, parseLive } from '../test/live/parseLive.ts';

/** An agent has no say in which answers are asked for again. */
const { fresh: _, ...LIVE } = LIVE_OPTIONS;

/** `signalbox mcp`. */
export interface McpCommand {
  /** The workspace. */
  readonly folder: string;
  /** Whether what is proposed is written at once. */
  readonly applies: boolean;
  /** How calls of tests are made for real; null: they are not. */
  readonly live: LiveOptions | null;
  /** Where it is served over HTTP on this computer, 0: any port that is free; null: it is served over standard input and output. */
  readonly port: number | null;
  /** The state folder with the tokens; null: that of the folder. */
  readonly state: string | null;
}

/** Reads the arguments of `signalbox mcp`. Throws what {@link readArguments} throws. */
export function parseMcp(args: readonly string[]): Result<McpCommand, string> {
  const { values, positionals } = readArguments(args, {
    ...LIVE,
    apply: { type: 'boolean' },
    port: { type: 'string' },
    state: { type: 'string' },
  });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('One folder is served at a time. Use signalbox mcp FOLDER.');
  if (folder === '') return err('The name of the folder is empty. Is a variable of your shell unset?');
  const live = parseLive(values);
  if (!live.ok) return live;
  const { port = null, state = null } = values;
  if (port !== null && !(/^\d{1,5}$/u.test(port) && Number(port) <= 65_535))
    return err(`--port needs a number from 0 to 65535, not "${port}".`);
  if (state !== null && port === null)
    return err('--state is only for tokens over HTTP: add --port N, or omit --state.');
  if (state === '') return err('The name of the state folder is empty. Is a variable of your shell unset?');
  return ok({
    folder,
    applies: values.apply === true,
    live: live.value,
    port: port === null ? null : Number(port),
    state,
  });
}
