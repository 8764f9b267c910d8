import type { ReactNode } from 'react';
import { formatCost } from '#engine/numbers';
import type { Conversation, ConversationStep } from '../session/proposals/index.ts';
import { GivenName, Spinner } from '../ui/index.ts';
import styles from './assistant.module.css';

/** What a tool does, in the words of a log. */
const DOES: Readonly<Record<string, string>> = {
  list: 'Looked at the files',
  outline: 'Looked at the workflow',
  read: 'Read',
  describe: 'Looked up',
  check: 'Checked',
  run: 'Simulated',
  drill: 'Drilled',
  diff: 'Compared',
  propose: 'Proposed',
};

/** What was asked, each call with what it took, and what came of it. */
export function ConversationLog({ conversation }: { readonly conversation: Conversation }): ReactNode {
  const { request, model, steps, answer } = conversation;
  return (
    <section className={styles.talk} aria-label="Conversation">
      <p className={styles.request}>
        <GivenName name={request} isQuoted={false} />
      </p>
      <ol className={styles.steps} aria-label="Steps of the model">
        {steps.map((step, index) => (
          <li key={index} data-problem={step.problem !== null || undefined}>
            <Step step={step.problem !== null && step.problem === answer?.problem ? { ...step, problem: '' } : step} />
          </li>
        ))}
      </ol>
      {answer === null ? (
        <Spinner label={`Waiting for ${model}`} />
      ) : (
        <div role="status" className={styles.answer}>
          {answer.said !== '' && (
            <p className={styles.said}>
              <GivenName name={answer.said} isQuoted={false} />
            </p>
          )}
          {answer.problem !== null && <p className={styles.problem}>{answer.problem}</p>}
          {conversation.proposal === null && <p className={styles.note}>No changes were proposed.</p>}
          <p className={styles.note}>{tellSpent(answer.spent)}</p>
        </div>
      )}
    </section>
  );
}

function Step({ step }: { readonly step: ConversationStep }): ReactNode {
  if (step.kind === 'model') {
    const { model, tokens, cost, duration, problem } = step;
    const took = [
      `${tokens.toLocaleString('en')} tokens`,
      ...(cost === null ? [] : [formatCost(cost)]),
      `${(duration / 1_000).toFixed(1)} s`,
    ];
    return (
      <>
        Asked {model} <span className={styles.note}>{problem ?? took.join(' · ')}</span>
      </>
    );
  }
  const { tool, about, problem } = step;
  return (
    <>
      {DOES[tool] ?? tool} {about !== '' && <GivenName name={about} />}
      {problem !== null && (
        <span className={styles.note}>
          <GivenName name={problem} isQuoted={false} />
        </span>
      )}
    </>
  );
}

function tellSpent({
  calls,
  tokens,
  cost,
}: {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
}): string {
  const parts = [`${calls} ${calls === 1 ? 'call' : 'calls'}`, `${tokens.toLocaleString('en')} tokens`];
  return [...parts, ...(cost > 0 ? [formatCost(cost)] : [])].join(', ');
}
