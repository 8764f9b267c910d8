import type { JudgedProposal } from '#engine/worker';
import { enginePort, ignoreWorkerExit } from '../document/engine.ts';
import { notify } from '../store/notices.ts';
import { port } from '../store/ports.ts';
import { session, watch } from '../store/store.ts';
import { setPanel } from '../store/view.ts';
import { heldPaths, readWaiting } from './heldProposals.ts';

/** How often a folder is looked at that tells nothing of its changes, in ms. */
const EVERY = 1_000;

/** How long a text rests before proposals are judged on it again, in ms: not at each letter. */
const REST = 150;

/** A proposal of the open folder. */
export interface ShownProposal {
  readonly id: string;
  /** The path of its file, and the text of that. */
  readonly path: string;
  readonly text: string;
  /** What it says and would do on the texts as they were last; null: its file cannot be read, `problem` says why. */
  readonly judged: JudgedProposal | null;
  readonly problem: string;
  /** The texts of the workspace that it was judged on. */
  readonly on: ReadonlyMap<string, string>;
}

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

const listeners = new Set<() => void>();

const own = {
  shown: [] as readonly ShownProposal[],
  /** Ids that were told of. */
  told: new Set<string>(),
  /** One look after the other. */
  last: Promise.resolve(),
  rest: undefined as ReturnType<typeof setTimeout> | undefined,
};

/** The proposals of the open folder, oldest first; the same list while nothing changed. */
export function currentProposals(): readonly ShownProposal[] {
  return own.shown;
}

/** Calls back after they changed. Answers with a function that stops that. */
export function onProposals(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Follows the proposals of the open folder, and the texts they are about. Answers with a function that stops that. */
export function watchProposals(): () => void {
  let leave: (() => void) | undefined;
  // Another folder may have the same name.
  let followed: ReturnType<typeof port<'folder'>>;
  const follow = (): void => {
    leave?.();
    const folder = port('folder');
    followed = folder;
    leave = folder?.onProposals?.(() => void lookAtProposals());
    void lookAtProposals();
  };
  const timer = setInterval(() => {
    const folder = port('folder');
    if (folder !== undefined && folder.onProposals === undefined && document.visibilityState === 'visible')
      void lookAtProposals();
  }, EVERY);
  const stops = [
    watch(
      (state) => state.storage.folder,
      () => port('folder') !== followed && follow(),
    ),
    watch((state) => state.document.workspace.files, judgeSoon),
    () => leave?.(),
    () => clearInterval(timer),
  ];
  follow();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Reads what waits in the open folder now, and judges it. Resolves once that is shown. */
export function lookAtProposals(): Promise<void> {
  own.last = own.last.then(look).catch(ignoreWorkerExit);
  return own.last;
}

async function look(): Promise<void> {
  const folder = port('folder');
  const found = folder?.proposals === undefined ? [] : await folder.proposals().catch(() => null);
  // A folder that cannot be read is told of by others; what was read stays.
  if (found === null) return;
  const paths = [...found, ...heldPaths()];
  const before = new Map(own.shown.map((shown) => [shown.path, shown]));
  const shown: ShownProposal[] = [];
  for (const path of paths) {
    const read = await readText(path);
    if (read === null) continue;
    const known = before.get(path);
    if (known !== undefined && known.text === read.text && known.problem === read.problem) shown.push(known);
    else shown.push({ id: idOf(path), path, text: read.text, judged: null, problem: read.problem, on: NO_TEXTS });
  }
  const isSame = shown.length === own.shown.length && shown.every((each, index) => each === own.shown[index]);
  if (!isSame) await show(await judge(shown));
}

async function readText(path: string): Promise<Pick<ShownProposal, 'text' | 'problem'> | null> {
  try {
    const text = await readWaiting(path);
    return text === null ? null : { text, problem: '' };
  } catch (error) {
    return { text: '', problem: error instanceof Error ? error.message : String(error) };
  }
}

function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
}

function judgeSoon(): void {
  if (own.shown.length === 0) return;
  clearTimeout(own.rest);
  own.rest = setTimeout(() => {
    own.last = own.last.then(async () => show(await judge(own.shown))).catch(ignoreWorkerExit);
  }, REST);
}

/** Judges proposals on the texts as they are now: those that were not, or on other texts. */
async function judge(proposals: readonly ShownProposal[]): Promise<readonly ShownProposal[]> {
  const engine = enginePort()?.engine;
  if (engine === undefined) return proposals;
  const { files } = session.getState().document.workspace;
  const judged: ShownProposal[] = [];
  for (const proposal of proposals) {
    const { id, text } = proposal;
    // One that came since is judged alone.
    if (text === '' || (proposal.judged !== null && proposal.on === files)) {
      judged.push(proposal);
      continue;
    }
    const answer = await engine.askProposal({ op: 'judge', id, text, files });
    judged.push(
      'error' in answer
        ? { ...proposal, judged: null, problem: answer.error, on: files }
        : { ...proposal, judged: answer, on: files },
    );
  }
  return judged.toSorted((a, b) => compare(a.judged?.at ?? '', b.judged?.at ?? ''));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

async function show(shown: readonly ShownProposal[]): Promise<void> {
  own.shown = shown;
  for (const listener of listeners) listener();
  const fresh = shown.filter(({ id, judged }) => judged !== null && !own.told.has(id));
  for (const { id } of fresh) own.told.add(id);
  if (fresh.length > 0 && !['proposals', 'assistant'].includes(session.getState().view.panel ?? ''))
    notify({
      kind: 'info',
      message: summaryOf(fresh),
      action: { label: 'Review', run: () => setPanel('proposals') },
    });
}

/** Longest name and reason that a line quotes, in characters. */
const LONGEST = 120;

/** How many changes are proposed, by whom and why, in a line. */
export function summaryOf(proposals: readonly ShownProposal[]): string {
  const judged = proposals.flatMap((each) => each.judged ?? []);
  const count = judged.reduce((sum, { changes }) => sum + changes.length, 0);
  const changes = `${count} proposed ${count === 1 ? 'change' : 'changes'}`;
  const [first, ...others] = judged;
  if (first === undefined) return changes;
  if (others.length > 0) return `${changes} in ${judged.length} proposals`;
  return `${changes} from ${excerpt(first.who)}: ${excerpt(first.why)}`;
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`;
}
