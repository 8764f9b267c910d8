import { vi } from 'vitest';
import type { ShownProposal } from '../proposals.ts';
import {
  answersOf,
  folderOf,
  joinOf,
  type Outside,
  type Planner,
  steal,
  storageOf,
  type Tab,
  tellTabs,
} from '../testing.ts';

/** The file that everybody is about. */
export const PATH = 'w.yaml';

const WORD = /\b(?:mine|theirs|disk)\w+x\b/gu;

export function wordsIn(texts: Iterable<string>): Set<string> {
  return new Set([...texts].flatMap((text) => text.match(WORD) ?? []));
}

/** What must not be lost without a word, in one race; and how much of that there was. */
export class Ledger {
  /** Words that were written, and not taken away since. */
  readonly written = new Set<string>();
  /** Reasons of proposals that were not accepted, rejected or replaced since. */
  readonly waiting = new Set<string>();
  accepted = 0;
  #count = 0;

  next(kind: 'mine' | 'disk' | 'why'): string {
    this.#count += 1;
    return `${kind}${this.#count}x`;
  }

  /** Somebody has decided about a proposal: its text, or what is said of it. */
  decide(text: string | undefined): void {
    for (const why of this.waiting) if (text?.includes(why) === true) this.waiting.delete(why);
  }
}

/** What a page and other programs act on. */
export interface World {
  readonly outside: Outside;
  readonly ledger: Ledger;
  readonly planner: Planner;
  /** What the folder held as it was opened. */
  readonly files: ReadonlyMap<string, string>;
}

/** The modules of a page, of which another page has its own: to be called after `vi.resetModules()`. */
export async function loadModules() {
  const modules = await Promise.all([
    import('../../testSession.ts'),
    import('../../document/dispatch.ts'),
    import('../../document/files.ts'),
    import('../../document/renameWithImports.ts'),
    import('../../document/engine.ts'),
    import('../../store/store.ts'),
    import('../../store/notices.ts'),
    import('../../storage/persist.ts'),
    import('../../storage/runtime.ts'),
    import('../../storage/disk/disk.ts'),
    import('../../storage/disk/servedFolder.ts'),
    import('../../storage/disk/folderTools.ts'),
    import('../acceptProven.ts'),
    import('../proposals.ts'),
    import('../takeProposed.ts'),
  ]);
  const [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = modules;
  return { ...a, ...b, ...c, ...d, ...e, ...f, ...g, ...h, ...i, ...j, ...k, ...l, ...m, ...n, ...o };
}

type Modules = Awaited<ReturnType<typeof loadModules>>;

/** A page of the app, with the folder open that is served with it. */
export class Page {
  readonly tab: Tab;
  readonly #app: Modules;
  readonly #world: World;
  readonly #stops: (() => void)[] = [];
  #takeOver: () => void = () => undefined;
  /** What the person does right now: words that it takes away are theirs to lose. */
  #isByHand = false;
  #followed = Promise.resolve();

  constructor(name: string, app: Modules, world: World) {
    this.#app = app;
    this.#world = world;
    this.tab = { name, role: null, options: null, onDocument: () => undefined, followers: new Set() };
  }

  get files(): ReadonlyMap<string, string> {
    return this.#app.session.getState().document.workspace.files;
  }

  async open(): Promise<void> {
    const { outside, planner } = this.#world;
    const { resetSession, update, INITIAL_STATE, setEngine, idleEngine, session, watch, ...app } = this.#app;
    resetSession({});
    update(INITIAL_STATE);
    outside.tabs.push(this.tab);
    const engine = idleEngine(answersOf(outside.hold, this.tab.name, { planner, workflow: PATH }));
    setEngine({ engine, restart: () => undefined } as never);
    const { takeOver, disconnect, ready } = app.connectStorage({
      storage: storageOf(outside, this.tab.name),
      join: joinOf(outside, this.tab),
      stash: outside.stored.unsaved,
      seed: async () => ({ files: new Map(), layouts: new Map() }),
    });
    this.#takeOver = takeOver;
    this.#stops.push(
      disconnect,
      session.subscribe(({ document }, before) => this.#note(before.document.workspace.files, document.history)),
      app.onNotice(({ message }) => {
        if (!message.startsWith('Accepted automatically')) return;
        this.#world.ledger.accepted += 1;
        this.#world.ledger.decide(message);
      }),
      app.watchProposals(),
      watch(
        ({ storage }) => storage.role,
        () => void this.#tie(),
      ),
    );
    await ready;
    await this.#tie();
  }

  close(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#app.setAcceptsProven(false);
    this.#app.closeFolder();
    this.#world.outside.tabs.splice(this.#world.outside.tabs.indexOf(this.tab), 1);
  }

  /** Ties the page to the folder once it writes, and follows that from then on. */
  async #tie(): Promise<void> {
    const { session, currentFolder, resumeFolder, followFolder, lookAtProposals, storageRuntime } = this.#app;
    if (session.getState().storage.role === 'follower') return;
    if (currentFolder() === null) {
      const folder = folderOf(this.#world.outside, this.tab);
      resumeFolder(folder, { onDisk: this.#world.files, others: new Set(), layouts: null });
      const follow = (paths: readonly string[] | null): Promise<void> => {
        this.#followed = this.#followed.then(() => followFolder(folder, paths)).catch(() => undefined);
        return this.#followed;
      };
      storageRuntime.follow = () => follow(null);
      this.tab.onDocument = (path) => void follow([path]);
    }
    await storageRuntime.follow?.();
    await lookAtProposals();
  }

  #note(before: ReadonlyMap<string, string>, { undoable }: { readonly undoable: readonly Recorded[] }): void {
    if (this.files === before) return;
    const { written } = this.#world.ledger;
    const [then, now] = [wordsIn(before.values()), wordsIn(this.files.values())];
    const isAccepted = undoable.at(-1)?.forward.origin.startsWith('proposal:') === true;
    for (const word of now) if (!then.has(word) && (this.#isByHand || isAccepted)) written.add(word);
    if (this.#isByHand) for (const word of then) if (!now.has(word)) written.delete(word);
  }

  #byHand(act: () => unknown): void {
    this.#isByHand = true;
    act();
    this.#isByHand = false;
  }

  /** A person does something in the page. */
  act({ act, number }: Step): void {
    const { outside, ledger } = this.#world;
    const { document, storage } = this.#app.session.getState();
    const path = document.activePath ?? PATH;
    const proposals = this.#app.currentProposals();
    const proposal = proposals[number % Math.max(1, proposals.length)];
    const word = ledger.next('mine');
    switch (act) {
      case 'type':
        return this.#byHand(() => {
          const text = withLine(this.files.get(path) ?? '', word, number);
          this.#app.replaceFileText(path, text, 'source.type:test');
        });
      case 'undo':
        return this.#byHand(() => this.#app.undo('told'));
      case 'redo':
        return this.#byHand(this.#app.redo);
      case 'rename':
        return this.#byHand(() => this.#app.renameWithImports(path, `w${number}.yaml`));
      case 'remove':
        return this.#byHand(() => this.#app.removeFile(path));
      case 'create':
        return this.#byHand(() => this.#app.createFile('new.yaml', { text: `# ${word}\n`, source: 'files.create' }));
      case 'accept some':
      case 'accept all':
        return this.#accept(proposal, act === 'accept all' ? null : [number % 2]);
      case 'reject':
        ledger.decide(proposal?.text);
        if (proposal !== undefined) void this.#app.dropProposed(proposal, number % 2 === 0 ? null : [0]);
        return;
      case 'accept proven':
        return this.#app.setAcceptsProven(number % 4 !== 0);
      case 'save':
        return void this.#app.saveToFolder();
      case 'decide': {
        const [conflict] = storage.conflicts;
        if (conflict === undefined) return;
        this.#byHand(() => this.#app.resolveConflict(conflict.path, number % 2 === 0 ? 'take' : 'keep'));
        const here = wordsIn(this.files.values());
        for (const theirs of wordsIn([conflict.diskText ?? ''])) if (!here.has(theirs)) ledger.written.delete(theirs);
        return;
      }
      case 'take over':
        return this.#takeOver();
      case 'steal':
        return void steal(outside, this.tab);
      default:
        vi.advanceTimersByTime(number * 20);
    }
  }

  #accept(proposal: ShownProposal | undefined, only: readonly number[] | null): void {
    this.#world.ledger.decide(proposal?.text);
    if (proposal === undefined) return;
    void this.#app.takeProposed(proposal, only).then((isTaken) => {
      if (isTaken) this.#world.ledger.accepted += 1;
    });
  }
}

interface Recorded {
  readonly forward: { readonly origin: string };
}

/** What a person may do. */
export const ACTS = [
  'type',
  'undo',
  'redo',
  'rename',
  'remove',
  'create',
  'accept some',
  'accept all',
  'reject',
  'accept proven',
  'save',
  'decide',
  'take over',
  'steal',
  'let time pass',
] as const;

/** Something that a person does; the number says where, and to what. */
export interface Step {
  readonly act: (typeof ACTS)[number];
  readonly number: number;
}

/** What other programs may do: change the file, propose something, propose something else in its place, or think better of it. */
export const PROGRAM_ACTS = ['write', 'propose', 'withdraw'] as const;

/** Something that another program does in the folder. */
export interface ProgramStep {
  readonly act: (typeof PROGRAM_ACTS)[number];
  readonly number: number;
}

/** Has another program do something in the folder. */
export function actOutside({ outside, ledger, planner }: World, { act, number }: ProgramStep): void {
  const { disk } = outside;
  const id = `p${number % 2}`;
  const path = act === 'write' ? PATH : `.signalbox/proposals/${id}.json`;
  if (act === 'write') {
    const word = ledger.next('disk');
    disk.set(path, withLine(disk.get(path) ?? '', word, number));
    ledger.written.add(word);
  } else {
    ledger.decide(disk.get(path));
    disk.delete(path);
  }
  if (act === 'propose') {
    const why = ledger.next('why');
    disk.set(path, planner.propose(number, { id, why }));
    ledger.waiting.add(why);
  }
  tellTabs(outside, path);
}

/** A text with a comment at its head, in its middle, or at its end. */
function withLine(text: string, word: string, number: number): string {
  const lines = text.split('\n');
  return lines.toSpliced(Math.floor((lines.length * (number % 3)) / 2), 0, `# ${word}`).join('\n');
}
