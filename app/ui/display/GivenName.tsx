import type { ReactNode } from 'react';
import { markHidden, quoteName } from '../markHidden.ts';
import styles from './GivenName.module.css';

/**
 * A name that another author may have chosen (of a file, a variable, a tool), as a sentence shows it: in quotes, whole, its
 * hidden characters marked, and set apart so that it cannot reverse or continue the text next to it.
 */
export function GivenName({
  name,
  isQuoted = true,
}: {
  readonly name: string;
  readonly isQuoted?: boolean;
}): ReactNode {
  return <bdi className={styles.name}>{isQuoted ? quoteName(name) : markHidden(name)}</bdi>;
}

/** Names in a list: `“a.yaml” and “b.yaml”`. */
export function GivenNames({ names }: { readonly names: readonly string[] }): ReactNode {
  return names.map((name, index) => (
    <span key={name}>
      {index === 0 ? '' : index === names.length - 1 ? ' and ' : ', '}
      <GivenName name={name} />
    </span>
  ));
}

/** An origin, whole, with the labels that say whose it is emphasized. */
export function Origin({ origin }: { readonly origin: string }): ReactNode {
  const { before, owner, after } = splitOrigin(origin);
  return (
    <bdi className={styles.origin} dir="ltr">
      {before}
      <strong>{owner}</strong>
      {after}
    </bdi>
  );
}

/** An origin in three parts: only the middle one says whose it is. */
interface OriginParts {
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
