import { type ReactNode, useMemo } from 'react';
import { compareJson, type DiffLine, type DiffPart, diffLines, type Json, type ValueChange } from '#engine/values';
import { copyText } from '../../session/index.ts';
import { EqualNotIcon, MinusIcon, PlusIcon } from '../../ui/icons.ts';
import { ValueTree } from '../../ui/index.ts';
import { formatValuePath, previewValue, toTextChange } from './toTextChange.ts';
import styles from './ValueDifference.module.css';

export interface ValueDifferenceProps {
  /** Prefix of a copied path. */
  readonly label: string;
  /** Undefined: that side did not run. */
  readonly older: Json | undefined;
  readonly newer: Json | undefined;
}

/** Where two values differ, path by path, then both of them whole, side by side. */
export function ValueDifference({ label, older, newer }: ValueDifferenceProps): ReactNode {
  const found = useMemo(
    () => (older === undefined || newer === undefined ? null : compareJson(older, newer)),
    [older, newer],
  );
  const isSame = found?.changes.length === 0 && !found.isCut;
  return (
    <div className={styles.difference}>
      {isSame && <p className={styles.none}>The same in both runs.</p>}
      {found && found.changes.length > 0 && (
        <ol className={styles.changes} aria-label="Changes">
          {found.changes.map((change) => (
            <Change key={`${change.kind}${JSON.stringify(change.path)}`} change={change} />
          ))}
        </ol>
      )}
      {found?.isCut && (
        <p className={styles.none}>There are more changes than are listed here. Both values are shown in full below.</p>
      )}
      <div className={styles.values} data-same={isSame || undefined}>
        {isSame ? (
          <Whole word="Both" label={label} value={newer} />
        ) : (
          <>
            <Whole word="Older" label={label} value={older} />
            <Whole word="Newer" label={label} value={newer} />
          </>
        )}
      </div>
    </div>
  );
}

const SIGNS = {
  changed: { Icon: EqualNotIcon, word: 'Changed' },
  added: { Icon: PlusIcon, word: 'Only newer' },
  removed: { Icon: MinusIcon, word: 'Only older' },
} as const;

function Change({ change }: { readonly change: ValueChange }): ReactNode {
  const { Icon, word } = SIGNS[change.kind];
  return (
    <li className={styles.change} data-kind={change.kind}>
      <span className={styles.sign} role="img" aria-label={word} title={word}>
        <Icon aria-hidden />
      </span>
      <code className={styles.path}>{formatValuePath(change.path) || 'the value'}</code>
      <span className={styles.what}>
        <Changed change={change} />
      </span>
    </li>
  );
}

function Changed({ change }: { readonly change: ValueChange }): ReactNode {
  switch (change.kind) {
    case 'added':
      return <ins>{previewValue(change.newer)}</ins>;
    case 'removed':
      return <del>{previewValue(change.older)}</del>;
    case 'changed': {
      const { older, newer } = change;
      if (typeof older !== 'string' || typeof newer !== 'string' || older.length + newer.length < 40)
        return (
          <>
            <del>{previewValue(older)}</del> → <ins>{previewValue(newer)}</ins>
          </>
        );
      return (
        <span className={styles.text}>
          {toTextChange(older, newer).map(({ kind, text }, at) => (
            <TextPart key={`${at}`} kind={kind} text={text} />
          ))}
        </span>
      );
    }
  }
}

function TextPart({ kind, text }: DiffPart): ReactNode {
  if (kind === 'same') return text;
  return kind === 'removed' ? <del>{text}</del> : <ins>{text}</ins>;
}

function Whole({
  word,
  label,
  value,
}: {
  readonly word: string;
  readonly label: string;
  readonly value: Json | undefined;
}) {
  return (
    <section className={styles.whole} aria-label={word}>
      <h4>{word}</h4>
      {value === undefined ? (
        <p className={styles.none}>It did not run.</p>
      ) : (
        <div className={styles.tree}>
          <ValueTree label={label} value={value} onCopy={(text) => void copyText(text)} />
        </div>
      )}
    </section>
  );
}

const LINE_SIGNS = { same: ' ', removed: '−', added: '+', skipped: '⋯' } as const;

/** Lines shown at most. */
const MOST = 2000;

/** Where two texts differ, line by line. */
export function TextDifference({ older, newer }: { readonly older: string; readonly newer: string }): ReactNode {
  const lines = useMemo(() => diffLines(older, newer), [older, newer]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <div className={styles.lines} role="group" aria-label="Changed lines of the YAML" tabIndex={0}>
      {lines.slice(0, MOST).map((line, index) => (
        <div key={`${index}`} data-kind={line.kind}>
          <span aria-hidden>{LINE_SIGNS[line.kind]}</span>
          <LineText line={line} />
        </div>
      ))}
      {lines.length > MOST && <p className={styles.none}>{`${lines.length - MOST} more lines are not shown.`}</p>}
    </div>
  );
}

function LineText({ line }: { readonly line: DiffLine }): ReactNode {
  if (line.kind === 'skipped') return <span />;
  if (line.kind === 'removed') return <del>{line.text}</del>;
  return line.kind === 'added' ? <ins>{line.text}</ins> : <span>{line.text}</span>;
}
