import { BROKEN_ANSWERS } from './brokenAnswers.ts';
import type { Fault } from './Fault.ts';
import { REFUSALS } from './refusals.ts';
import { SETUP_FAULTS } from './setupFaults.ts';

/** Name of the provider, what happens, and what is made of it. */
export const FAULTS: readonly Fault[] = [...REFUSALS, ...BROKEN_ANSWERS, ...SETUP_FAULTS];
