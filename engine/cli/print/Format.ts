import { misuse, word } from '../arguments/options.ts';

/** How a command prints what it found: lines for people, JSON, SARIF for code scanning, or annotations for GitHub Actions. */
export type Format = 'text' | 'json' | 'sarif' | 'github';

/** The option that chooses it. */
export const FORMAT = word('text', 'json', 'sarif', 'github');

/** What is chosen: `--json` is short for `--format json`. Throws a `CommandError`. */
export function formatOf({ json, format }: { readonly json: boolean; readonly format: Format | null }): Format {
  if (json && format !== null && format !== 'json')
    throw misuse(`--json prints JSON, and --format ${format} something else: use one of them.`, '--format');
  return json ? 'json' : (format ?? 'text');
}
