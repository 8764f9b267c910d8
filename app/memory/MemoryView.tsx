import { type ReactNode, useState } from 'react';
import type { JsonObject } from '#engine/values';
import type { ThreadSummary } from '#engine/worker';
import { RotateCwIcon, SearchIcon, TriangleAlertIcon } from '../ui/icons.ts';
import { Button, classes, EmptyState, formatMoment, PanelSection, Spinner, TextField } from '../ui/index.ts';
import type { MemoryChoice } from './listMemories.ts';
import styles from './MemoryPanel.module.css';
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

/** How many threads are shown at first, and how many more each time. */
const PAGE = 100;

interface ThreadListProps {
  /** Newest first. */
  readonly threads: readonly ThreadSummary[];
  /** The thread that was open a moment ago: the focus goes back to it. */
  readonly last: string | null;
  readonly onOpen: (threadId: string) => void;
}

/** The threads of a memory, each with the time of its last message and their count. */
function ThreadList({ threads, last, onOpen }: ThreadListProps): ReactNode {
  const [count, setCount] = useState(PAGE);
  const [now] = useState(() => Date.now());
  return (
    <PanelSection title={threads.length === 1 ? '1 thread' : `${threads.length} threads`}>
      <ol className={styles.list} aria-label="Threads, newest first">
        {threads.slice(0, count).map(({ threadId, updatedAt, messageCount }) => (
          <li key={threadId}>
            <button type="button" autoFocus={threadId === last} className={styles.row} onClick={() => onOpen(threadId)}>
              <span className={styles.thread} title={threadId}>
                {threadId}
              </span>
              <span className={styles.detail}>
                {formatMoment(Date.parse(updatedAt), now)} · {formatCount(messageCount)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {threads.length > count && (
        <Button size="small" onClick={() => setCount(count + PAGE)}>
          Show more
        </Button>
      )}
    </PanelSection>
  );
}

function formatCount(count: number): string {
  return count === 1 ? '1 message' : `${count} messages`;
}

/** How many messages a search shows. */
const MOST = 20;

interface SearchResultsProps {
  readonly memory: JsonObject;
  readonly query: string;
  readonly round: string;
  readonly onOpen: (threadId: string) => void;
}

/** What an agent would be reminded of by a text: the messages of all threads most like it, best first. */
function SearchResults({ memory, query, round, onOpen }: SearchResultsProps): ReactNode {
  const { answer, problem } = useAnswer({ op: 'search', memory, text: query, maxResults: MOST }, round);
  if (problem !== null) {
    return (
      <EmptyState title="The search failed">
        <span role="alert">{problem}</span>
      </EmptyState>
    );
  }
  if (answer === null) return <Spinner label="Searching" />;
  return (
    <>
      <p className={classes(styles.note, styles.count)} role="status">
        {answer.length === 0
          ? 'Nothing was found.'
          : `${answer.length === 1 ? '1 message' : `${answer.length} messages`}, most similar first.`}
      </p>
      <ol className={styles.list} aria-label="Messages found, most similar first">
        {answer.map(({ content, similarity, metadata }, index) => {
          const threadId = readThread(metadata);
          return (
            <li key={index}>
              <button type="button" className={styles.row} onClick={() => onOpen(threadId)}>
                <span className={styles.found}>{content}</span>
                <span className={styles.likeness}>
                  <span className={styles.track} aria-hidden>
                    <span style={{ inlineSize: `${similarity * 100}%` }} />
                  </span>
                  {Math.round(similarity * 100)} % alike
                </span>
                <span className={styles.detail}>{threadId}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function readThread(metadata: JsonObject): string {
  const id = metadata['thread_id'];
  return typeof id === 'string' ? id : '';
}
