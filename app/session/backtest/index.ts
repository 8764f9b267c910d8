/** What the last runs of a file do on its text as it is now, and how one of them continues it. The door of this slice of the session. */
export type { BacktestState } from '../store/ProofState.ts';
export { compareOnText } from './compareOnText.ts';
export { continueOnText } from './continueOnText.ts';
export { startBacktests } from './playRuns.ts';
export { countVerdicts, VERDICT_WORDS, VERDICTS } from './verdicts.ts';
