import type { ProvedRecord } from './MergeProof.ts';
import { tellStep } from './tellStep.ts';

/** Where a recorded run goes as in neither side, in words; null where it does not. */
export function tellProved({ step, isGuessed }: Pick<ProvedRecord, 'step' | 'isGuessed'>): string | null {
  if (step === null) return null;
  const guess = isGuessed ? ' A call asked for something that was not recorded, and was answered as before.' : '';
  return `${tellStep(step)}${guess}`;
}
