import type { ReactNode } from 'react';
import type { JsonObject } from '#engine/values';
import { classes, EmptyState, Spinner } from '../ui/index.ts';
import styles from './MemoryPanel.module.css';
import { useAnswer } from './useAnswer.ts';

/** How many messages a search shows. */
const MOST = 20;

export interface SearchResultsProps {
  readonly memory: JsonObject;
  readonly query: string;
  readonly round: string;
  readonly onOpen: (threadId: string) => void;
}

/** What an agent would be reminded of by a text: the messages of all threads most like it, best first. */
export function SearchResults({ memory, query, round, onOpen }: SearchResultsProps): ReactNode {
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
