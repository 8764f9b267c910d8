import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../base/index.ts';

/** `signalbox mcp`. */
export interface McpCommand {
  readonly name: 'mcp';
  /** The workspace. */
  readonly folder: string;
  /** Whether what is proposed is written at once. */
  readonly applies: boolean;
}

/** Reads the arguments of `signalbox mcp`. Throws what `parseArgs` throws. */
export function parseMcp(args: readonly string[]): Result<McpCommand, string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { apply: { type: 'boolean' } },
  });
  const [folder = '.', ...others] = positionals;
  if (others.length > 0) return err('One folder is served at a time. Use signalbox mcp FOLDER.');
  if (folder === '') return err('The name of the folder is empty. Is a variable of your shell unset?');
  return ok({ name: 'mcp', folder, applies: values.apply === true });
}
