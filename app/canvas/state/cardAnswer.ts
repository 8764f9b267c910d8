import { createContext, type ReactNode, useContext } from 'react';

/** Draws what a person answers a waiting card with: `activation` is the one that waits, `title` the name of its task. */
export type AnswerOnCard = (wait: { readonly activation: number; readonly title: string }) => ReactNode;

/** See {@link AnswerOnCard}; null where nothing is answered. The app gives it: forms of signals are another feature's. */
export const CardAnswers = createContext<AnswerOnCard | null>(null);

/** See {@link AnswerOnCard}. */
export function useCardAnswer(): AnswerOnCard | null {
  return useContext(CardAnswers);
}
