import { type ReactNode, useState } from 'react';
import { RotateCwIcon, SearchIcon, TriangleAlertIcon } from '../ui/icons.ts';
import { Button, EmptyState, Spinner, TextField } from '../ui/index.ts';
import type { MemoryChoice } from './listMemories.ts';
import styles from './MemoryPanel.module.css';
import { SearchResults } from './SearchResults.tsx';
import { ThreadList } from './ThreadList.tsx';
import { ThreadView } from './ThreadView.tsx';
import { useAnswer } from './useAnswer.ts';

export interface MemoryViewProps {
  readonly choice: MemoryChoice;
  /** Another one reads everything again. */
  readonly round: string;
  readonly onChanged: () => void;
}

/** One memory: a search over all of it, its threads, and the one that was opened. */
export function MemoryView({ choice: { memory }, round, onChanged }: MemoryViewProps): ReactNode {
  const threads = useAnswer({ op: 'threads', memory }, round);
  const [open, setOpen] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const [draft, setDraft] = useState('');
  const [query, setQuery] = useState('');
  const back = () => {
    setLast(open);
    setOpen(null);
  };
  const count = threads.answer?.length ?? 0;
  if (threads.problem !== null) {
    return (
      <EmptyState
        icon={<TriangleAlertIcon />}
        title="This memory cannot be read"
        actions={
          <Button icon={<RotateCwIcon />} isBusy={threads.isAsking} onClick={onChanged}>
            Try again
          </Button>
        }
      >
        <span role="alert">{threads.problem}</span>
      </EmptyState>
    );
  }
  if (threads.answer === null) return <Spinner label="Reading the memory" />;
  if (open !== null)
    return <ThreadView memory={memory} threadId={open} round={round} onBack={back} onChanged={onChanged} />;
  if (count === 0)
    return (
      <EmptyState title="Nothing is remembered yet">
        Run the workflow: the messages to its agents, and their answers, appear here afterwards.
      </EmptyState>
    );
  return (
    <>
      <form
        role="search"
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(draft.trim());
        }}
      >
        <TextField
          type="search"
          aria-label="Search by meaning"
          placeholder="Search by meaning"
          value={draft}
          prefix={<SearchIcon aria-hidden />}
          onChange={(text) => {
            setDraft(text);
            if (text.trim() === '') setQuery('');
          }}
        />
      </form>
      {query === '' ? (
        <ThreadList threads={threads.answer} last={last} onOpen={setOpen} />
      ) : (
        <SearchResults memory={memory} query={query} round={round} onOpen={setOpen} />
      )}
    </>
  );
}
