import { err, ok, type Result } from '../../base/index.ts';

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;

/** How a command prints what it found: lines for people, JSON, SARIF for code scanning, or annotations for GitHub Actions. */
export type Format = (typeof FORMATS)[number];

/** The options that choose it, for `parseArgs`. */
export const FORMAT_OPTIONS = { json: { type: 'boolean' }, format: { type: 'string' } } as const;

/** Reads them: `--json` is short for `--format json`. */
export function parseFormat({
  json = false,
  format = json ? 'json' : 'text',
}: {
  readonly json?: boolean | undefined;
  readonly format?: string | undefined;
}): Result<Format, string> {
  const found = FORMATS.find((each) => each === format);
  if (found === undefined) return err(`--format takes ${FORMATS.join(', ')}, and not “${format}”.`);
  if (json && found !== 'json')
    return err(`--json prints JSON, and --format ${found} something else: use one of them.`);
  return ok(found);
}
