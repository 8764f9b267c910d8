import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ArrowDownIcon, ArrowUpIcon, Undo2Icon, XIcon } from '../ui/icons.ts';
import { Badge, Button, IconButton, matchesShortcut, Screen } from '../ui/index.ts';
import styles from './CompareScreen.module.css';
import { type OpenDiff, type ShownDiff, TextDiff } from './TextDiff.tsx';
import { useChanges } from './useChanges.ts';

export interface CompareScreenProps {
  /** Says which texts are compared, for screen readers. */
  readonly label: string;
  readonly path: string;
  /** What the text before is called: a version with its time, or now. */
  readonly title: string;
  readonly afterTitle: string;
  readonly before: string;
  /** Undefined: the file is gone. */
  readonly after: string | undefined;
  /** What differs in the arrangement of its cards, in sentences, where that is known. */
  readonly arrangement?: readonly string[];
  readonly open: OpenDiff;
  /** Puts the text before in the place of the other one; absent where that is not offered. */
  readonly restore?: { readonly isReadOnly: boolean; readonly run: () => void };
  readonly onClose: () => void;
}

/** Two texts of a file next to each other, in the whole window. N and Shift+N go from change to change. */
export function CompareScreen(props: CompareScreenProps): ReactNode {
  const { label, path, title, afterTitle, before, after, arrangement = [], open, restore, onClose } = props;
  const shown = useRef<ShownDiff | null>(null);
  const [count, setCount] = useState<number | null>(null);
  const [at, setAt] = useState(0);

  function move(by: 1 | -1): void {
    if (count === null || count === 0) return;
    const next = (at + by + count) % count;
    setAt(next);
    shown.current?.show(next);
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const by = matchesShortcut(event, 'N') ? 1 : matchesShortcut(event, 'Shift+N') ? -1 : null;
    if (by === null) return;
    event.preventDefault();
    move(by);
  });
  // Handled wherever the focus is: nothing can be typed here.
  useEffect(() => {
    const handle = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);

  return (
    <Screen isOpen isFull label={label} onClose={onClose}>
      <header className={styles.bar}>
        <h2 className={styles.heading}>
          <span className={styles.path}>{path}</span>
          <span>{title}</span>
          <span className={styles.side}>→ {afterTitle.toLowerCase()}</span>
        </h2>
        <div className={styles.moves}>
          <span className={styles.place} role="status">
            {describePlace(at, count)}
          </span>
          <IconButton
            label="Previous difference"
            shortcut="Shift+N"
            icon={<ArrowUpIcon />}
            disabled={!count}
            onClick={() => move(-1)}
          />
          <IconButton
            label="Next difference"
            shortcut="N"
            icon={<ArrowDownIcon />}
            disabled={!count}
            onClick={() => move(1)}
          />
          {restore !== undefined && (
            <Button
              size="small"
              variant="primary"
              icon={<Undo2Icon />}
              disabled={restore.isReadOnly || before === after}
              onClick={() => {
                onClose();
                restore.run();
              }}
            >
              Restore this version
            </Button>
          )}
          <IconButton label="Close the comparison" shortcut="Escape" icon={<XIcon />} onClick={onClose} />
        </div>
      </header>
      <div className={styles.body}>
        <TextDiff
          open={open}
          shown={shown}
          before={before}
          after={after ?? ''}
          beforeLabel={title}
          afterLabel={afterTitle}
          onChanges={setCount}
        />
        <ChangeList
          title={restore === undefined ? 'What it changes' : 'What changed since'}
          path={path}
          before={before}
          after={after}
          arrangement={arrangement}
        />
      </div>
    </Screen>
  );
}

function describePlace(at: number, count: number | null): string {
  if (count === null) return '';
  if (count === 0) return 'No differences';
  return `Difference ${at + 1} of ${count}`;
}

/** Most changes that are listed: more says nothing more. */
const MOST = 200;

const TONES = { breaking: 'error', behaviour: 'neutral', cosmetic: 'neutral' } as const;

interface ChangeListProps {
  readonly title: string;
  readonly path: string;
  readonly before: string;
  /** Undefined: the file is gone. */
  readonly after: string | undefined;
  readonly arrangement: readonly string[];
}

/** What differs between two texts of a file, in sentences; nothing where lines alone can say it. */
function ChangeList({ title, path, before, after = '', arrangement }: ChangeListProps): ReactNode {
  const changes = useChanges(path, before, after) ?? [];
  if (changes.length + arrangement.length === 0) return null;
  const rest = changes.length - MOST;
  return (
    <aside className={styles.changes} aria-label={title}>
      <h3 className={styles.since}>{title}</h3>
      <ul className={styles.list} tabIndex={0} aria-label="Changes">
        {changes.slice(0, MOST).map(({ sentence, severity }, index) => (
          <li key={index} className={styles.change}>
            <span>{sentence}</span>
            {severity !== 'behaviour' && <Badge tone={TONES[severity]}>{severity}</Badge>}
          </li>
        ))}
        {rest > 0 && <li>{rest} more</li>}
        {arrangement.map((sentence, index) => (
          <li key={`arrangement ${index}`} className={styles.arrangement}>
            {sentence}
          </li>
        ))}
      </ul>
    </aside>
  );
}
