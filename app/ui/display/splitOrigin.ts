import { markHidden } from '../markHidden.ts';

/** An origin in three parts: only the middle one says whose it is. */
export interface OriginParts {
  readonly before: string;
  readonly owner: string;
  readonly after: string;
}

/**
 * Splits an origin around what says whose it is: the last two labels of its host, or all of an IP address. That is no list
 * of public suffixes: of `a.co.uk` it is `co.uk`, which is less than the owner and never another owner. The host is in
 * ASCII, so that letters that look alike differ; what is no origin is the owner whole, with hidden characters marked.
 */
export function splitOrigin(origin: string): OriginParts {
  if (!URL.canParse(origin)) return { before: '', owner: markHidden(origin), after: '' };
  const { protocol, hostname, port } = new URL(origin);
  if (hostname === '') return { before: '', owner: markHidden(origin), after: '' };
  const after = port === '' ? '' : `:${port}`;
  const isAddress = hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname);
  const labels = isAddress ? [hostname] : hostname.split('.');
  // A dot at the end belongs to the last label.
  const count = labels.at(-1) === '' ? 3 : 2;
  const rest = labels.slice(0, -count);
  return {
    before: `${protocol}//${rest.map((label) => `${label}.`).join('')}`,
    owner: labels.slice(-count).join('.'),
    after,
  };
}
