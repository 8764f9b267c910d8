import type { ReactNode } from 'react';
import type { ActivationView, OpenWait } from '#engine/run';
import { selectActivation, useSession } from '../../session/index.ts';
import { HourglassIcon } from '../../ui/icons.ts';
import { Button, shortText } from '../../ui/index.ts';
import styles from '../parts/bar.module.css';
import type { RunSource } from '../parts/toRunSource.ts';
import { useIsOnCard } from './CardAnswer.tsx';
import { type DeliverAnswer, isQuick, useAnswerForm, whyUnanswered } from './useAnswerForm.ts';
import { useOpenWait } from './useOpenWait.ts';
import { YesOrNoButtons } from './YesOrNoButtons.tsx';

/** Longest text of what is asked, in characters. */
const LONGEST = 300;

interface AnswerBarProps {
  readonly step: ActivationView;
  readonly source: RunSource;
}

/** What the run waits for: a yes or no that needs nothing more is answered here unless its card has the buttons, anything else at the step. */
export function AnswerBar({ step, source }: AnswerBarProps): ReactNode {
  const open = useOpenWait(step);
  const isShown = useSession(({ run: { shown } }) => shown?.selectedActivation === step.activation);
  const isOnCard = useIsOnCard(step.activation);
  // The step has the form, with the same words above it.
  if (open === null || isShown) return null;
  const { title, description, signal } = open.wait;
  const name = source.nameOf(step.taskId);
  return (
    <section className={styles.bar} data-tone="warning" aria-label="What the run waits for">
      <div className={styles.line}>
        <HourglassIcon aria-hidden />
        {title === undefined ? (
          <p className={styles.words}>
            <strong>{name}</strong> continues when it gets the signal <code>{shortText(signal, 200)}</code>.
          </p>
        ) : (
          <p className={styles.words} title={description}>
            <strong>{shortText(title, LONGEST)}</strong> {shortText(description ?? '', LONGEST)}
          </p>
        )}
        {!isOnCard && <QuickAnswer {...open} />}
        <Button size="small" onClick={() => selectActivation(step.activation)}>
          Answer…
        </Button>
      </div>
    </section>
  );
}

interface QuickAnswerProps {
  readonly wait: OpenWait;
  readonly deliver: DeliverAnswer;
}

/** Approve and Decline, where nothing else must be given. */
function QuickAnswer({ wait, deliver }: QuickAnswerProps): ReactNode {
  const form = useAnswerForm(wait, deliver);
  if (!isQuick(form)) return null;
  const problem = whyUnanswered(form);
  return (
    <>
      {problem !== null && <span role="alert">{problem}</span>}
      <YesOrNoButtons form={form} />
    </>
  );
}
