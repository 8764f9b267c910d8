import { isBefore } from '../state/isBefore.ts';
import type { Run } from '../state/Run.ts';

/** What a host gives in place of a secret, and nothing else. */
const PLACEHOLDER = /^⟦secret:[^⟦⟧]+⟧$/;

/** Functions whose result the egress can put the value into. */
const KEEPING: ReadonlySet<string> = new Set(['base64', 'encodeURI', 'encodeURIComponent']);

/**
 * Why a function may not take a text apart: there is a secret in it, of which the run has the placeholder alone. Undefined where it may. Runs of
 * versions before 0.3 continue as they began.
 */
export function refuseSecret(run: Run, text: string, name: string): string | undefined {
  if (!text.includes('⟦') || KEEPING.has(name) || isBefore(run, '0.3')) return undefined;
  const found = Object.entries(run.started?.env ?? {}).find(
    ([, value]) => typeof value === 'string' && PLACEHOLDER.test(value) && text.includes(value),
  );
  if (found === undefined) return undefined;
  const [variable] = found;
  return `env.${variable} is a secret: the run has only a placeholder for it. Use it unchanged, or in base64(), encodeURI() or encodeURIComponent(); if it is no secret, say so (on the command line with --plain ${variable}).`;
}
