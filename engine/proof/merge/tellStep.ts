import type { Json } from '../../base/index.ts';
import { cutText } from '../../text/index.ts';
import type { UnforeseenStep } from './MergeProof.ts';

/** So much of a value is shown. */
const SHOWN = 60;

/** What a step does on a merged text that neither side has seen, in a sentence. */
export function tellStep({ task, path, base, ours, theirs, merged }: UnforeseenStep): string {
  const name = task === null ? 'The run' : `“${task}”`;
  if (path.length === 0) {
    if (merged === undefined) return `${name} does not run in the merged text; ${tellTakers({ ours, theirs })}.`;
    if (ours === undefined && theirs === undefined) return `${name} runs in the merged text alone.`;
    return `${name} runs differently in the merged text than in ${ours === undefined ? 'theirs' : 'ours'}.`;
  }
  const [part = '', ...rest] = path;
  if (part === 'routes' && rest.length === 1) {
    const target = rest[0]?.replace(/^.* to /s, '') ?? '';
    const goes = merged === undefined ? 'does not go' : 'goes';
    return `${name} ${goes} to “${target}” in the merged text; ${tellTakers({ ours, theirs })}.`;
  }
  const before = base === undefined ? '' : `, and ${told(base)} in the base`;
  const place = [PARTS[part] ?? part, ...rest].join('.');
  return `${name}: ${place} is ${told(merged)} in the merged text, ${told(ours)} in ours, ${told(theirs)} in theirs${before}.`;
}

const PARTS: Readonly<Record<string, string>> = { attempts: 'the number of retries', requests: 'what it asks' };

function told(value: Json | undefined): string {
  return value === undefined ? 'nothing' : cutText(JSON.stringify(value), SHOWN);
}

function tellTakers({ ours, theirs }: Pick<UnforeseenStep, 'ours' | 'theirs'>): string {
  if (ours === undefined && theirs === undefined) return 'neither side does';
  if (ours !== undefined && theirs !== undefined) return 'both sides do';
  return ours === undefined ? 'theirs does, and ours does not' : 'ours does, and theirs does not';
}
