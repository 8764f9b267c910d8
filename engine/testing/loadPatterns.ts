import { loadPatterns } from '../base/index.ts';

// Tests ask machine and evaluator directly, without a host that loads what they need.
await loadPatterns();
