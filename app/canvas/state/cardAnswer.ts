import { type ComponentType, createContext, useContext } from 'react';

/** What the answer of a waiting card is drawn for. */
export interface CardAnswerProps {
  /** The activation that waits. */
  readonly activation: number;
  /** Name of its task. */
  readonly title: string;
}

/** What a person answers a waiting card with; null where nothing is answered. The app gives it: forms of signals are another feature's. */
export const CardAnswers = createContext<ComponentType<CardAnswerProps> | null>(null);

/** See {@link CardAnswers}. */
export function useCardAnswer(): ComponentType<CardAnswerProps> | null {
  return useContext(CardAnswers);
}
