import { ok } from '#engine';
import type { ProposalAnswers } from '#engine/worker';
import { dispatch } from '../document/dispatch.ts';
import { enginePort, notifyFailure } from '../document/engine.ts';
import { announce, notify } from '../store/notices.ts';
import { port } from '../store/ports.ts';
import { session } from '../store/store.ts';
import { isHeld, readWaiting, writeWaiting } from './heldProposals.ts';
import { lookAtProposals, type ShownProposal } from './proposals.ts';

type Taken = Exclude<ProposalAnswers['take'], { readonly error: string }>;

const own = {
  /** Of what was taken since the page was loaded. */
  count: 0,
};

/**
 * Takes changes of a proposal by their places, and what they need, as one undo step; null: all. What is left of it keeps waiting. While the
 * texts are again what they were before, as after an undo, it waits again as it did. Answers whether something was taken. `on`: the texts
 * of the workspace that it must be taken on, and on no others; null: whatever they are.
 */
export async function takeProposed(
  proposal: ShownProposal,
  only: readonly number[] | null,
  { on = null }: { readonly on?: ReadonlyMap<string, string> | null } = {},
): Promise<boolean> {
  const before = session.getState().document.workspace.files;
  if (on !== null && on !== before) return false;
  const taken = await ask(proposal, only);
  if (taken === null) return false;
  if (session.getState().document.workspace.files !== before) {
    // It was planned on texts that are gone: once more, on those that are there.
    return takeProposed(proposal, only, { on });
  }
  // No two are alike: what is accepted within moments is two steps to undo, as proposals come back step by step.
  own.count += 1;
  const origin = `proposal:${proposal.id} ${own.count}`;
  if (!dispatch(ok({ ...taken.transaction, origin }))) return false;
  announce(`${taken.taken.length} ${taken.taken.length === 1 ? 'change' : 'changes'} accepted.`);
  const kept = keepLeft(proposal, taken.left);
  waitAgain(proposal, before, { taken, kept });
  await kept;
  return true;
}

/** The texts that some changes lead to and what they need, by path; null where they no longer apply, which is said. */
export async function previewProposed(
  proposal: ShownProposal,
  only: readonly number[] | null,
): Promise<ReadonlyMap<string, string> | null> {
  return (await ask(proposal, only))?.after ?? null;
}

/** Rejects changes of a proposal by their places, and those that need them; null: all. The text stays as it is. */
export async function dropProposed(proposal: ShownProposal, dropped: readonly number[] | null): Promise<void> {
  const engine = enginePort()?.engine;
  if (dropped === null || engine === undefined) return keepLeft(proposal, null);
  const { id, text } = proposal;
  const { files } = session.getState().document.workspace;
  try {
    await keepLeft(proposal, await engine.askProposal({ op: 'drop', id, text, files, dropped }));
  } catch (error) {
    notifyFailure('Nothing was rejected.', error);
  }
}

async function ask({ id, text }: ShownProposal, only: readonly number[] | null): Promise<Taken | null> {
  const engine = enginePort()?.engine;
  const { files } = session.getState().document.workspace;
  try {
    const answer = await engine?.askProposal({ op: 'take', id, text, files, only });
    if (answer === undefined) return null;
    if (!('error' in answer)) return answer;
    notify({ kind: 'warning', message: answer.error });
  } catch (error) {
    notifyFailure('Nothing was accepted.', error);
  }
  return null;
}

/** Writes what is left of a proposal, or removes its file; what another program wrote there meanwhile stays. */
async function keepLeft({ path, text }: ShownProposal, left: string | null): Promise<void> {
  try {
    if ((await readWaiting(path)) === text) await writeWaiting(path, left);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
  await lookAtProposals();
}

/**
 * Brings a proposal back once every file that it changed is again what it was before, while the folder is open that it was in. `kept`
 * settles once what is left of it is written: who undoes at once may be faster.
 */
function waitAgain(
  proposal: ShownProposal,
  before: ReadonlyMap<string, string>,
  { taken: { after, left }, kept }: { readonly taken: Taken; readonly kept: Promise<void> },
): void {
  const folder = port('folder');
  const stop = session.subscribe(({ document: { workspace } }, { document }) => {
    const { files } = workspace;
    if (files === document.workspace.files) return;
    if (port('folder') !== folder && !isHeld(proposal.path)) return stop();
    if ([...after.keys()].some((path) => files.get(path) !== before.get(path))) return;
    stop();
    void kept.then(() => bringBack(proposal, left));
  });
}

async function bringBack({ path, text }: ShownProposal, left: string | null): Promise<void> {
  try {
    if ((await readWaiting(path)) === left) await writeWaiting(path, text);
  } catch (error) {
    notify({ kind: 'error', message: error instanceof Error ? error.message : String(error) });
  }
  await lookAtProposals();
}
