import { type ReactNode, useState } from 'react';
import { tagRuns } from '../../session/history/index.ts';
import { PlusIcon, XIcon } from '../../ui/icons.ts';
import { Button, Combobox, Popover } from '../../ui/index.ts';
import styles from './HistoryTable.module.css';
import type { HistoryRow } from './historyRows.ts';

/** The longest tag, in characters. */
const LONGEST = 40;

interface TagEditorProps {
  readonly rows: readonly HistoryRow[];
  /** All tags that are in use, which are offered. */
  readonly tags: readonly string[];
  readonly onChanged: () => void;
}

/** Gives runs a tag, or takes one from them. */
export function TagEditor({ rows, tags, onChanged }: TagEditorProps): ReactNode {
  const [given, setGiven] = useState(0);
  const held = [...new Set(rows.flatMap((row) => row.tags))];
  const change = (tag: string, isOn: boolean): void => {
    const name = tag.trim().slice(0, LONGEST);
    if (name === '') return;
    setGiven(given + 1);
    void tagRuns(
      rows.map(({ runId }) => runId),
      name,
      isOn,
    ).then(onChanged);
  };
  return (
    <Popover
      label="Tags"
      className={styles.tags ?? ''}
      trigger={
        <Button size="small" icon={<PlusIcon />} disabled={rows.length === 0}>
          Tag
        </Button>
      }
    >
      {held.map((tag) => (
        <button key={tag} type="button" className={styles.held} onClick={() => change(tag, false)}>
          {tag}
          <XIcon size={12} aria-hidden />
          <span className={styles.hidden}>: remove the tag</span>
        </button>
      ))}
      <Combobox
        key={given}
        aria-label="Add a tag"
        placeholder="Add a tag, Enter"
        value=""
        options={tags.filter((tag) => !held.includes(tag)).map((value) => ({ value }))}
        onCommit={(tag) => change(tag, true)}
      />
    </Popover>
  );
}
