import { memo, type ReactNode, useCallback } from 'react';
import { useSteps } from '../base/useSteps.ts';
import styles from './Reader.module.css';

/** Pieces that are added to the page as one: it is drawn by turns. */
const GROUP = 8;

interface PiecesProps {
  /** Begins the text, piece by piece. */
  readonly start: () => Generator<string>;
  /** How it is set: wrapped, as prose, or line by line as it is. */
  readonly look: 'wrapped' | 'prose' | 'raw';
}

/** A text of any length. It comes onto the page by turns, and the browser lays out what is in view. */
export function Pieces({ start, look }: PiecesProps): ReactNode {
  const groups = useCallback(() => grouped(start()), [start]);
  const all = useSteps(groups, addGroups) ?? [];
  return all.map((group, index) => <Group key={index} pieces={group} look={look} />);
}

function* grouped(pieces: Generator<string>): Generator<readonly string[]> {
  let group: string[] = [];
  for (const piece of pieces) {
    group.push(piece);
    if (group.length < GROUP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

type Groups = readonly (readonly string[])[];

function addGroups(before: Groups | null, groups: Groups): Groups {
  return [...(before ?? []), ...groups];
}

const Group = memo(function Group({
  pieces,
  look,
}: Pick<PiecesProps, 'look'> & { readonly pieces: readonly string[] }): ReactNode {
  return pieces.map((piece, index) => (
    <div
      key={index}
      className={styles.piece}
      data-raw={look === 'raw' || undefined}
      data-prose={look === 'prose' || undefined}
    >
      {piece === '' ? '\n' : piece}
    </div>
  ));
});
