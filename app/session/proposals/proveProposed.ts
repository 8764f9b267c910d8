import type { VerdictCount } from '../backtest/verdicts.ts';
import { session } from '../store/store.ts';
import { drillProposed } from './drillProposed.ts';
import { forecastProposed } from './forecastProposed.ts';
import type { ShownProposal } from './proposals.ts';
import { replayProposed } from './replayProposed.ts';
import { type ProposedTests, testProposed } from './testProposed.ts';

/** What is proven of a proposal on the texts that it was judged on. A part is absent while it is not known, and null where there is nothing to be said. */
export interface ProposedProof {
  readonly tests?: ProposedTests | null;
  /** The last runs of its workflows, by their verdicts. */
  readonly runs?: readonly VerdictCount[] | null;
  /** What runs take and cost at most, where that is another, in sentences. */
  readonly forecast?: readonly string[];
  /** After which faults it is better or worse, in sentences. */
  readonly faults?: readonly string[] | null;
}

type PartName = keyof ProposedProof;

const PARTS = {
  tests: testProposed,
  runs: replayProposed,
  forecast: forecastProposed,
  faults: drillProposed,
} satisfies {
  readonly [Part in PartName]: (of: ShownProposal, isWanted: () => boolean) => Promise<ProposedProof[Part]>;
};

/** What decides whether a proposal is accepted as it comes: it is known first. */
const VERDICT = ['tests', 'runs'] as const satisfies readonly PartName[];
const REST = ['forecast', 'faults'] as const satisfies readonly PartName[];

/** Whether all parts of a proof are known. */
export function isProofWhole(proof: ProposedProof): boolean {
  return [...VERDICT, ...REST].every((part) => proof[part] !== undefined);
}

/** A proof as far as it is, and who waits for it. */
interface Proving {
  proof: ProposedProof;
  readonly followers: Set<() => void>;
  /** Settles once the verdict is known, or no one waits for it any more; null: it is not being proven. */
  verdict: Promise<void> | null;
}

/** Each proposal is proven once on the texts that it was judged on: judged again, it is another object. */
const known = new WeakMap<ShownProposal, Proving>();

const own = {
  /** One part after the other: the engine has one thread, and the verdict on the next proposal comes before the rest on this one. */
  last: Promise.resolve(),
};

/** What is known so far; the same object while nothing is added. */
export function proofOf(proposal: ShownProposal): ProposedProof {
  return provingOf(proposal).proof;
}

/** Has a proposal proven, and calls back as parts of that are known. Answers with a function that stops that; what no one waits for is not proven further. */
export function followProof(proposal: ShownProposal, listener: () => void): () => void {
  const { followers } = provingOf(proposal);
  followers.add(listener);
  void startProving(proposal);
  return () => void followers.delete(listener);
}

/** The proof of a proposal once its tests and runs were played: the one that is shown. They are absent where the texts have changed meanwhile. */
export async function verdictOn(proposal: ShownProposal, isWanted: () => boolean): Promise<ProposedProof> {
  const follower = (): void => {
    if (!isWanted()) provingOf(proposal).followers.delete(follower);
  };
  const stop = followProof(proposal, follower);
  await startProving(proposal);
  stop();
  return proofOf(proposal);
}

function provingOf(proposal: ShownProposal): Proving {
  const found = known.get(proposal) ?? { proof: {}, followers: new Set(), verdict: null };
  known.set(proposal, found);
  return found;
}

function startProving(proposal: ShownProposal): Promise<void> {
  const proving = provingOf(proposal);
  if (proving.verdict !== null) return proving.verdict;
  const verdict = proveParts(proposal, VERDICT);
  proving.verdict = verdict;
  void verdict
    .then(() => proveParts(proposal, REST))
    .then(() => {
      proving.verdict = null;
      // Somebody came back after it was given up.
      if (isWaitedFor(proposal) && !isProofWhole(proving.proof)) void startProving(proposal);
    });
  return verdict;
}

async function proveParts(proposal: ShownProposal, parts: readonly PartName[]): Promise<void> {
  for (const part of parts) {
    const turn = own.last.then(() => provePart(proposal, part));
    own.last = turn.catch(() => undefined);
    await turn;
  }
}

async function provePart(proposal: ShownProposal, part: PartName): Promise<void> {
  const proving = provingOf(proposal);
  // What was given up stays so: half of a proof is none.
  let isOn = proving.proof[part] === undefined;
  const isWanted = (): boolean => {
    isOn &&= isWaitedFor(proposal);
    return isOn;
  };
  if (!isWanted()) return;
  const found = await PARTS[part](proposal, isWanted);
  if (!isWanted()) return;
  proving.proof = { ...proving.proof, [part]: found };
  for (const follower of proving.followers) follower();
}

/** Whether somebody waits, and the texts are still those that it was judged on. */
function isWaitedFor(proposal: ShownProposal): boolean {
  return provingOf(proposal).followers.size > 0 && session.getState().document.workspace.files === proposal.on;
}
