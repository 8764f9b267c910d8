import { isTestFile } from '#engine';
import { mayConfigureServer } from '#engine/model';
import { undo } from '../document/dispatch.ts';
import { readOnlyReason } from '../document/readOnly.ts';
import { notify } from '../store/notices.ts';
import { port } from '../store/ports.ts';
import { session, watch } from '../store/store.ts';
import { currentProposals, onProposals, type ShownProposal, summaryOf } from './proposals.ts';
import { verdictOn } from './proveProposed.ts';
import { takeProposed } from './takeProposed.ts';

const listeners = new Set<() => void>();

const own = {
  stop: null as (() => void) | null,
  /** Files of proposals, as they were, that are not looked at again: what a person has undone is theirs to decide. */
  seen: new Set<string>(),
  /** One after the other. */
  last: Promise.resolve(),
};

/** Whether proposals that are proven are accepted as they come. */
export function acceptsProven(): boolean {
  return own.stop !== null;
}

/** Calls back after that changed. Answers with a function that stops that. */
export function onAcceptsProven(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Accepts, from now on, each proposal that is proven: all of it applies, it brings no new problem, its workflows have tests, which all pass, and no run would fail that did not. One that
 * changes tests, or the configuration of a server, is always for a person. It is for the open folder alone, and until the page is left.
 */
export function setAcceptsProven(isOn: boolean): void {
  own.stop?.();
  own.stop = null;
  if (isOn) {
    const folder = port('folder');
    const stops = [
      onProposals(() => void lookAtProven()),
      watch(
        (state) => state.storage.folder,
        () => port('folder') !== folder && setAcceptsProven(false),
      ),
    ];
    own.stop = () => {
      for (const stop of stops) stop();
    };
    void lookAtProven();
  }
  for (const listener of listeners) listener();
}

/** Looks at what waits, one proposal after the other: each is proven on the texts that the one before it has led to. */
export function lookAtProven(): Promise<void> {
  own.last = own.last.then(acceptNext);
  return own.last;
}

async function acceptNext(): Promise<void> {
  for (const proposal of currentProposals()) {
    const { id, text } = proposal;
    const key = `${id} ${text}`;
    if (own.stop === null || proposal.judged === null || own.seen.has(key)) continue;
    if (!(await isProven(proposal)) || own.stop === null) continue;
    // What somebody has written meanwhile was not proven with it: it is judged once more.
    if (!(await takeProposed(proposal, null, { on: proposal.on }))) continue;
    own.seen.add(key);
    tell(proposal);
    // Taking one has them judged again, which comes here once more.
    return;
  }
}

async function isProven(proposal: ShownProposal): Promise<boolean> {
  const { judged } = proposal;
  if (judged === null || readOnlyReason() !== null) return false;
  const { changes, added, after } = judged;
  if (added.length > 0 || after.size === 0 || changes.some(({ state }) => state !== 'waits')) return false;
  // What is part of the change proves nothing of it.
  if ([...after.keys()].some((path) => isTestFile(path) || mayConfigureServer(path))) return false;
  const { tests, runs } = await verdictOn(proposal, acceptsProven);
  if (tests == null || tests.failed.length > 0 || [...after.keys()].some((path) => !tests.files.has(path)))
    return false;
  return runs?.some(({ verdict }) => verdict === 'now fails') === false && currentProposals().includes(proposal);
}

function tell(proposal: ShownProposal): void {
  const { history } = session.getState().document;
  notify({
    kind: 'success',
    message: `Accepted automatically, with no new problem and all tests passing: ${summaryOf([proposal])}`,
    action: {
      label: 'Undo',
      run: () => {
        if (session.getState().document.history === history) undo('told');
        else notify({ kind: 'info', message: 'The files have changed since. Undo step by step with Undo.' });
      },
    },
  });
}
