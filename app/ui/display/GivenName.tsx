import type { ReactNode } from 'react';
import { markHidden, quoteName } from '../markHidden.ts';
import styles from './GivenName.module.css';
import { splitOrigin } from './splitOrigin.ts';

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
