import { useEffect, useState } from 'react';
import type { MemoryAnswers, MemoryQuestion } from '#engine/worker';
import { askMemory } from '../session/workspace/index.ts';

/** What is known of the answer to a question. */
export interface AnswerState<Answer> {
  /** The newest answer; null before the first. */
  readonly answer: Answer | null;
  /** Why the newest question has none, as a message for the user. */
  readonly problem: string | null;
  readonly isAsking: boolean;
}

interface SettledAnswer<Answer> {
  readonly key: string;
  readonly round: string;
  readonly answer: Answer | null;
  readonly problem: string | null;
}

/**
 * Asks a question of memories when it changes, and again with each round; null asks nothing. While a later round is asked,
 * the answer before it stays.
 */
export function useAnswer<Question extends MemoryQuestion>(
  question: Question | null,
  round: string,
): AnswerState<MemoryAnswers[Question['op']]> {
  const key = question === null ? '' : JSON.stringify(question);
  const [settled, setSettled] = useState<SettledAnswer<MemoryAnswers[Question['op']]> | null>(null);
  useEffect(() => {
    if (key === '') return;
    let isWanted = true;
    const asked = JSON.parse(key) as Question; // It is what was written a moment ago.
    void askMemory(asked).then((result) => {
      if (!isWanted) return;
      setSettled({ key, round, answer: result.ok ? result.value : null, problem: result.ok ? null : result.error });
    });
    return () => {
      isWanted = false;
    };
  }, [key, round]);
  const mine = settled?.key === key ? settled : null;
  return {
    answer: mine?.answer ?? null,
    problem: mine?.problem ?? null,
    isAsking: key !== '' && (mine === null || mine.round !== round),
  };
}
