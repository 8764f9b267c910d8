import type { EngineWorker } from '#engine/worker';
import type { ProposalQuestion } from '../../../engine/hosts/worker/protocol/Proposals.ts';
import {
  type Folder,
  type joinTabs,
  type Role,
  StorageFailure,
  type StoredWorkspace,
  type TabsOptions,
  type TextStore,
  type WorkspaceStorage,
} from '../../platform/index.ts';
import type { SharedWorkspace } from '../storage/mergeStored.ts';

/** Holds up what is asked of the outside until its turn; it happens as a whole then, and its answer is held up once more. */
export type Hold = (label: string) => Promise<unknown>;

/** What two tabs of one browser share: the stored workspace, the folder on the disk, and which tab writes. */
export interface Outside {
  readonly hold: Hold;
  readonly stored: Stored;
  readonly disk: Map<string, string>;
  readonly tabs: Tab[];
  /** Whether a tab has taken the place of another by force: what two of them put aside as that happens to both within moments has room for one. */
  isStolen: boolean;
}

/** What IndexedDB holds, and `localStorage`. */
interface Stored {
  owner: string;
  files: StoredWorkspace['files'];
  layouts: StoredWorkspace['layouts'];
  readonly values: Map<string, unknown>;
  readonly unsaved: TextStore;
}

/** A tab as the others see it. */
export interface Tab {
  readonly name: string;
  role: Role | null;
  options: TabsOptions<SharedWorkspace> | null;
  /** Calls back after a document of the folder changed. */
  onDocument: (path: string) => void;
  /** Who follows the proposals of the folder. */
  readonly followers: Set<() => void>;
}

/** Tells every tab of what changed in the folder. */
export function tellTabs({ tabs }: Outside, path: string): void {
  for (const { onDocument, followers } of tabs)
    if (!path.startsWith(PROPOSALS)) onDocument(path);
    else for (const follower of followers) follower();
}

/** A new browser, in which a workspace is stored. */
export function openOutside(hold: Hold, files: ReadonlyMap<string, string>): Outside {
  const texts = new Map<string, string>();
  const unsaved: TextStore = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  };
  const records = [...files].map(([path, text]) => ({ path, text, revision: 1, writer: 'before' }));
  const stored: Stored = { owner: 'before', files: records, layouts: new Map(), values: new Map(), unsaved };
  return { hold, stored, disk: new Map(files), tabs: [], isStolen: false };
}

/** The storage of a tab, with the promises of `createStorage`. */
export function storageOf({ hold, stored }: Outside, writer: string): WorkspaceStorage {
  const ask = async <T>(label: string, work: () => T): Promise<T> => {
    await hold(`${writer} ${label}`);
    const answer = work();
    await hold(`${writer} ${label} is done`);
    return answer;
  };
  return {
    writer,
    claim: () => ask('claims', () => void (stored.owner = writer)),
    load: () =>
      ask('loads', () => ({
        files: stored.files,
        layouts: stored.layouts,
        variables: stored.values.get('variables'),
        settings: stored.values.get('settings') ?? {},
        problems: [],
      })),
    save: ({ files, layouts }) =>
      ask('saves', () => {
        if (stored.owner !== writer) throw new StorageFailure('fenced');
        const records = new Map(stored.files.map((record) => [record.path, record]));
        for (const { path, text, revision } of files)
          if (text === null) records.delete(path);
          else records.set(path, { path, text, revision, writer });
        stored.files = [...records.values()];
        const kept = new Map(stored.layouts);
        for (const [path, layout] of layouts) if (layout !== null) kept.set(path, layout);
        stored.layouts = kept;
      }),
    saveValue: async (key, value) => void stored.values.set(key, value),
    loadValue: async (key) => stored.values.get(key),
    restore: () => Promise.reject(new StorageFailure('failed')),
    check: async () => 'kept',
    onEnd: () => () => undefined,
  };
}

/** How a tab joins the others: as `joinTabs` has it, one of them writes, and gives way when it is asked, or when it is taken for frozen. */
export function joinOf(outside: Outside, tab: Tab): typeof joinTabs<SharedWorkspace> {
  const others = (): readonly Tab[] => outside.tabs.filter((other) => other !== tab);
  const become = (of: Tab, role: Role): void => {
    if (of.role === role) return;
    of.role = role;
    of.options?.onRole(role);
  };
  const show = async (): Promise<void> => {
    const content = tab.options?.content();
    await outside.hold(`${tab.name} shows the others`);
    for (const other of others())
      if (content !== undefined && other.role === 'follower') other.options?.onContent(structuredClone(content));
  };
  return (options) => {
    tab.options = options;
    queueMicrotask(() => become(tab, others().some(({ role }) => role === 'owner') ? 'follower' : 'owner'));
    return {
      publish: () => void show(),
      greet: () => {
        for (const other of others()) if (other.role === 'owner') void joinedBy(outside, other);
      },
      takeOver: () => void takeOver(),
    };
  };

  async function takeOver(): Promise<void> {
    const owner = others().find(({ role }) => role === 'owner');
    await outside.hold(`${tab.name} asks to write`);
    if (owner?.role !== 'owner') return;
    await owner.options?.beforeHandover();
    become(owner, 'follower');
    await outside.hold(`${tab.name} may write`);
    if (outside.tabs.every(({ role }) => role !== 'owner')) become(tab, 'owner');
  }
}

async function joinedBy(outside: Outside, owner: Tab): Promise<void> {
  const content = owner.options?.content();
  await outside.hold(`${owner.name} shows itself`);
  for (const other of outside.tabs)
    if (content !== undefined && other.role === 'follower') other.options?.onContent(structuredClone(content));
}

function isOwner({ role }: Tab): boolean {
  return role === 'owner';
}

/** Has a tab take the place of one that is taken for frozen, which learns of it later; once in a race. */
export async function steal(outside: Outside, tab: Tab): Promise<void> {
  if (tab.role === 'owner' || outside.isStolen) return;
  outside.isStolen = true;
  await outside.hold(`${tab.name} steals`);
  // It may have been asked to write meanwhile.
  if (isOwner(tab)) return;
  const before = outside.tabs.filter((other) => other !== tab && isOwner(other));
  tab.role = 'owner';
  tab.options?.onRole('owner');
  for (const other of before) {
    await outside.hold(`${other.name} is told`);
    other.role = 'follower';
    other.options?.onRole('follower');
  }
}

const PROPOSALS = '.signalbox/proposals/';

/** The folder as a tab has it from `signalbox open`: a file is changed only while it is as the tab has seen it last. */
export function folderOf(outside: Outside, tab: Tab): Folder {
  const { hold, disk } = outside;
  const seen = new Map<string, string | null>();
  const ask = async <T>(label: string, work: () => T): Promise<T> => {
    await hold(`${tab.name} ${label}`);
    const answer = work();
    await hold(`${tab.name} ${label}: done`);
    return answer;
  };
  /** What is known of a file is what the last answer said. */
  const readFile = async (path: string): Promise<string | null> => {
    const text = await ask(`reads ${path}`, () => disk.get(path) ?? null);
    seen.set(path, text);
    return text;
  };
  const write = async (path: string, text: string | null): Promise<void> => {
    const known = seen.get(path) ?? null;
    await ask(`writes ${path}`, () => {
      if ((disk.get(path) ?? null) !== known) throw new Error(`${path} has changed on disk.`);
      if (text === null) disk.delete(path);
      else disk.set(path, text);
      tellTabs(outside, path);
    });
    seen.set(path, text);
  };
  const documents = (): readonly string[] => [...disk.keys()].filter((path) => !path.startsWith(PROPOSALS));
  return {
    name: 'flows',
    read: async () => {
      const texts = new Map<string, string>();
      for (const path of documents()) texts.set(path, (await readFile(path)) ?? '');
      return { texts, layoutTexts: new Map(), refused: [] };
    },
    readFile,
    writeFile: write,
    removeFile: (path) => write(path, null),
    proposals: () => ask('lists', () => [...disk.keys()].filter((path) => path.startsWith(PROPOSALS))),
    onProposals: (listener) => {
      tab.followers.add(listener);
      return () => void tab.followers.delete(listener);
    },
    check: async () => 'fine',
    allow: async () => true,
  };
}

/** What plans proposals, and what they look like to it. */
export interface Planner {
  readonly answer: (question: ProposalQuestion) => unknown;
  /** One of some proposals, each with words that are nowhere else. */
  readonly propose: (number: number, of: { readonly id: string; readonly why: string }) => string;
}

/** What the engine of a tab answers about proposals: all tests of a workflow pass. Each answer is held up before it is worked out, and again before it arrives. */
export function answersOf(
  hold: Hold,
  name: string,
  { planner, workflow }: { readonly planner: Planner; readonly workflow: string },
): Partial<EngineWorker> {
  const ask = async (question: ProposalQuestion): Promise<unknown> => {
    await hold(`${name}: ${question.op}`);
    const found = await planner.answer(question);
    await hold(`${name}: ${question.op} is answered`);
    return found;
  };
  return {
    askProposal: ask as EngineWorker['askProposal'], // Each question has its own answer.
    playTests: async (_, onTest) => {
      await hold(`${name} plays tests`);
      void onTest({ verdict: { name: 'it works', passed: true, failures: [] } } as never);
      return { wrong: [], workflow, coverage: null } as never;
    },
    backtestRuns: async () => 'played',
  };
}

/** A proposal of some words to add to a file, for {@link answerPlainly}. */
interface PlainProposal {
  readonly why: string;
  readonly path: string;
  readonly words: readonly string[];
}

/** Such a proposal as the text of its file. */
export function formatPlain(proposal: PlainProposal): string {
  return JSON.stringify(proposal);
}

/**
 * Answers as the engine does, in no time. What is taken replaces the whole text by one that was made of the text it was asked about: put on
 * any other text, it overwrites what was written there.
 */
export function answerPlainly(question: ProposalQuestion): unknown {
  const proposal: PlainProposal = JSON.parse(question.text);
  const { why, path, words } = proposal;
  const text = question.files.get(path);
  const waits = (word: string): boolean => text !== undefined && !text.includes(word);
  const leave = (left: readonly string[]): string | null =>
    left.length === 0 ? null : formatPlain({ ...proposal, words: left });
  const chosen = (only: readonly number[] | null): readonly string[] =>
    words.filter((word, index) => (only === null || only.includes(index)) && waits(word));
  const after = (added: readonly string[]): ReadonlyMap<string, string> =>
    new Map(added.length === 0 ? [] : [[path, `${text}${added.map((word) => `# ${word}\n`).join('')}`]]);
  if (question.op === 'drop') return leave(words.filter((_, index) => !question.dropped.includes(index)));
  if (question.op === 'judge') {
    const changes = words.map((word) => ({
      path,
      tasks: [],
      sentences: [word],
      needs: [],
      why: '',
      state: waits(word) ? 'waits' : text === undefined ? 'lost' : 'done',
    }));
    return { who: 'a', why, at: '', changes, after: after(chosen(null)), added: [], gone: 0 };
  }
  const taken = chosen(question.only);
  if (taken.length === 0) return { error: 'These changes no longer apply.' };
  const whole = { start: 0, end: text?.length ?? 0, text: after(taken).get(path) ?? '' };
  return {
    transaction: { origin: 'proposal', changes: [{ type: 'edit', path, edits: [whole] }] },
    taken: taken.map((word) => words.indexOf(word)),
    after: after(taken),
    left: leave(words.filter((word) => !taken.includes(word))),
  };
}
