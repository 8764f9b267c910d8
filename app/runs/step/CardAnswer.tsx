import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import type { OpenWait } from '#engine/run';
import { notify, openDialog, type SessionState, selectActivation, useSession } from '../../session/index.ts';
import { viewOf } from '../../session/run/index.ts';
import { EllipsisIcon } from '../../ui/icons.ts';
import { Button, classes, createExternalStore } from '../../ui/index.ts';
import styles from './CardAnswer.module.css';
import { type DeliverAnswer, isQuick, useAnswerForm, whyUnanswered } from './useAnswerForm.ts';
import { useOpenWait } from './useOpenWait.ts';
import { YesOrNoButtons } from './YesOrNoButtons.tsx';

interface CardAnswerProps {
  /** The activation that waits. */
  readonly activation: number;
  /** Name of its task. */
  readonly title: string;
}

/** The steps whose cards have the answer now. */
const onCards = createExternalStore<ReadonlySet<number>>(new Set());

/** Whether the card of a step is drawn with what answers it: nothing else on the screen needs to have the same buttons. */
export function useIsOnCard(activation: number): boolean {
  return useSyncExternalStore(onCards.subscribe, () => onCards.get().has(activation));
}

/** Whether a step is open in the drawer, with the form of its answer. */
function isOpenBelow({ run: { shown }, view: { drawer } }: SessionState, activation: number): boolean {
  return drawer.isOpen && drawer.tab !== 'problems' && shown?.selectedActivation === activation;
}

/**
 * The answer of a waiting card, on the card: Approve and Decline where that is all it asks for, else what opens its form. Where the
 * form is open below, it is answered there.
 */
export function CardAnswer({ activation, title }: CardAnswerProps): ReactNode {
  const step = useSession(({ run: { shown } }) =>
    shown === null ? undefined : viewOf(shown).activations.get(activation),
  );
  const open = useOpenWait(step);
  const isBelow = useSession((state) => isOpenBelow(state, activation));
  if (open !== null && isBelow) return <span className={styles.below}>Answer it below</span>;
  return open === null ? null : <Answer key={activation} {...open} activation={activation} title={title} />;
}

interface AnswerProps extends CardAnswerProps {
  readonly wait: OpenWait;
  readonly deliver: DeliverAnswer;
}

function Answer({ wait, deliver, activation, title }: AnswerProps): ReactNode {
  const form = useAnswerForm(wait, deliver);
  const problem = whyUnanswered(form);
  useEffect(() => {
    // A card has no room for it.
    if (problem !== null) notify({ kind: 'error', message: `${title}: ${problem}` });
  }, [problem, title]);
  useEffect(() => {
    onCards.set(new Set([...onCards.get(), activation]));
    return () => onCards.set(new Set([...onCards.get()].filter((other) => other !== activation)));
  }, [activation]);
  const isTwoButtons = isQuick(form);
  const hasMore = !isTwoButtons || (form.fields ?? []).length > 0;
  return (
    <span className={styles.answers} title={wait.title}>
      {isTwoButtons && <YesOrNoButtons form={form} onCard={{ title, className: styles.button }} />}
      {hasMore && (
        <Button
          size="small"
          variant={isTwoButtons ? 'ghost' : 'primary'}
          tabIndex={-1}
          className={classes(styles.button, isTwoButtons && styles.more)}
          aria-label={`Answer ${title}`}
          title={isTwoButtons ? 'Say more with the answer' : undefined}
          onClick={(event) => {
            event.stopPropagation();
            selectActivation(activation);
            openDialog('answer');
          }}
        >
          {isTwoButtons ? <EllipsisIcon aria-hidden /> : 'Answer…'}
        </Button>
      )}
    </span>
  );
}
