import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { JsonObject } from '#engine/values';
import type { ThreadContent } from '#engine/worker';
import { askMemory } from '../session/workspace/index.ts';
import { ChevronLeftIcon, Trash2Icon } from '../ui/icons.ts';
import { Button, EmptyState, formatMoment, IconButton, PanelSection, Spinner } from '../ui/index.ts';
import styles from './MemoryPanel.module.css';
import { useAnswer } from './useAnswer.ts';

/** How many messages are shown at first, the last ones, and how many more each time. */
const PAGE = 100;

export interface ThreadViewProps {
  readonly memory: JsonObject;
  readonly threadId: string;
  readonly round: string;
  readonly onBack: () => void;
  readonly onChanged: () => void;
}

/** One thread: its messages, in order, and its working memory. */
export function ThreadView({ memory, threadId, round, onBack, onChanged }: ThreadViewProps): ReactNode {
  const { answer, problem } = useAnswer({ op: 'read', memory, threadId }, round);
  const [isClearing, setIsClearing] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  // What was pressed to come here is gone.
  useEffect(() => back.current?.focus(), []);
  return (
    <section aria-label={`Thread ${threadId}`}>
      <div className={styles.bar}>
        <Button ref={back} variant="ghost" size="small" icon={<ChevronLeftIcon />} onClick={onBack}>
          All threads
        </Button>
        <IconButton
          size="small"
          label="Clear this thread"
          icon={<Trash2Icon />}
          disabled={answer === null || answer.createdAt === null}
          onClick={() => setIsClearing(true)}
        />
      </div>
      <h3 className={styles.heading}>{threadId}</h3>
      {isClearing && (
        <ClearQuestion
          question="Clear this thread?"
          memory={memory}
          threadId={threadId}
          onDone={(isCleared) => {
            setIsClearing(false);
            if (!isCleared) return;
            onBack();
            onChanged();
          }}
        />
      )}
      {problem !== null && (
        <EmptyState title="This thread cannot be read">
          <span role="alert">{problem}</span>
        </EmptyState>
      )}
      {answer === null ? problem === null && <Spinner label="Reading the thread" /> : <Content thread={answer} />}
    </section>
  );
}

function Content({ thread: { messages, workingMemory } }: { readonly thread: ThreadContent }): ReactNode {
  const [count, setCount] = useState(PAGE);
  const [now] = useState(() => Date.now());
  const shown = messages.slice(-count);
  const hidden = messages.length - shown.length;
  return (
    <>
      {workingMemory !== null && (
        <PanelSection title="Working memory">
          <pre className={styles.working}>{workingMemory}</pre>
        </PanelSection>
      )}
      <PanelSection title={messages.length === 1 ? '1 message' : `${messages.length} messages`}>
        {hidden > 0 && (
          <Button size="small" onClick={() => setCount(count + PAGE)}>
            Show earlier ({hidden})
          </Button>
        )}
        <ol className={styles.messages} aria-label="Messages, oldest first">
          {shown.map(({ role, content, timestamp }, index) => (
            <li key={hidden + index} className={styles.message} data-role={role}>
              <span className={styles.who}>
                <strong>{WHO[role]}</strong>
                <time dateTime={timestamp}>{formatMoment(Date.parse(timestamp), now)}</time>
              </span>
              <span className={styles.said}>{content}</span>
            </li>
          ))}
        </ol>
      </PanelSection>
    </>
  );
}

const WHO = { user: 'User', assistant: 'Assistant' } as const satisfies Record<
  ThreadContent['messages'][number]['role'],
  string
>;

interface ClearQuestionProps {
  readonly question: string;
  readonly memory: JsonObject;
  /** Null: all of the memory. */
  readonly threadId: string | null;
  readonly onDone: (isCleared: boolean) => void;
}

/** Asks before messages are deleted permanently. A failure is shown in place. */
export function ClearQuestion({ question, memory, threadId, onDone }: ClearQuestionProps): ReactNode {
  const keep = useRef<HTMLButtonElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const before = document.activeElement;
    keep.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  async function clear() {
    setIsBusy(true);
    const cleared = await askMemory({ op: 'clear', memory, threadId }, 'asking');
    setIsBusy(false);
    if (cleared.ok) onDone(true);
    else setProblem(cleared.error);
  }
  return (
    <fieldset className={styles.question}>
      <legend>
        <strong>{question}</strong> Messages and working memory are deleted permanently; undo does not bring them back.
      </legend>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button size="small" variant="danger" isBusy={isBusy} onClick={() => void clear()}>
        Clear
      </Button>
      <Button ref={keep} size="small" onClick={() => onDone(false)}>
        Keep
      </Button>
    </fieldset>
  );
}
