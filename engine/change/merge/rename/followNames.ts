import type { Analysis } from '../../../graph/index.ts';
import { findNode } from '../../../syntax/index.ts';
import { listNames, type NameChange, nameKey, RenamedText } from './RenamedText.ts';

/** A name that both sides changed, each to another, or that each gave to something else. */
export interface NameConflict {
  readonly kind: NameChange['kind'];
  /** Of an action: its agent, as it is called in the merged text. */
  readonly agent?: string;
  readonly base: string | null;
  readonly ours: string;
  readonly theirs: string;
  /** What the thing of theirs is called in the merged text. */
  readonly called: string;
}

/** Three texts in which the same things have the same names. */
export interface Renamed {
  readonly base: RenamedText;
  readonly ours: RenamedText;
  readonly theirs: RenamedText;
  readonly conflicts: readonly NameConflict[];
}

interface Analyses {
  readonly base: Analysis;
  readonly ours: Analysis;
  readonly theirs: Analysis;
}

/** A file next to the workflow in each of the three. */
export interface Beside extends Readonly<Record<keyof Analyses, string>> {
  readonly path: string;
}

/**
 * Follows what either side renamed into the other two texts, with everything that names it there, by the commands of the product. What
 * both renamed is called as in ours.
 */
export function followNames(given: Analyses, beside?: Beside): Renamed {
  const [our, their] = [listNames(given.base, given.ours), listNames(given.base, given.theirs)];
  const open = (side: keyof Analyses): RenamedText =>
    new RenamedText(given[side], beside ? { path: beside.path, text: beside[side] } : null);
  const texts = { base: open('base'), ours: open('ours'), theirs: open('theirs') };
  const following = new Following(texts.base, { our, their });
  const plain = new Set([
    ...followAtOnce(our, { other: their, named: texts.ours, texts: [texts.base, texts.theirs] }),
    ...followAtOnce(their, { other: our, named: texts.theirs, texts: [texts.base, texts.ours] }),
  ]);
  const isLeft = (change: NameChange): boolean => !plain.has(change);
  for (const change of inOrder(our.filter(isLeft))) following.followOurs(change, texts.theirs);
  for (const change of inOrder(their.filter(isLeft))) following.followTheirs(change, texts.ours);
  return { ...texts, conflicts: following.conflicts };
}

/**
 * Follows the tasks that one side alone renamed, to names that nothing else has or had: these are renamed together, since each by itself takes
 * a reading of the text. Answers with those that were.
 */
function followAtOnce(changes: readonly NameChange[], { other, named, texts }: AtOnce): readonly NameChange[] {
  const all = [...changes, ...other];
  const counts = new Map<string, number>();
  for (const name of all.flatMap(({ from, to }) => [from, to])) counts.set(name, (counts.get(name) ?? 0) + 1);
  const plain = changes.filter(
    ({ kind, from, to }) => kind === 'task' && counts.get(from) === 1 && counts.get(to) === 1,
  );
  const ready = plain.length < 2 ? [] : texts.map((text) => text.prepare(plain));
  if (ready.length === 0 || ready.includes(null)) return [];
  for (const rename of ready) rename?.(named);
  return plain;
}

interface AtOnce {
  readonly other: readonly NameChange[];
  /** Has these names already. */
  readonly named: RenamedText;
  readonly texts: readonly RenamedText[];
}

/** What gets a name that another has so far comes behind it. */
function inOrder(changes: readonly NameChange[]): readonly NameChange[] {
  const left = [...changes];
  const ordered: NameChange[] = [];
  while (left.length > 0) {
    const free = left.findIndex((change) => !left.some((it) => nameKey(it, it.from) === nameKey(change, change.to)));
    ordered.push(...left.splice(Math.max(0, free), 1));
  }
  return ordered;
}

interface Changes {
  readonly our: readonly NameChange[];
  readonly their: readonly NameChange[];
}

/** What was renamed so far, and what could not be. */
class Following {
  readonly conflicts: NameConflict[] = [];
  readonly #base: RenamedText;
  readonly #our: ReadonlyMap<string, NameChange>;
  readonly #their: ReadonlyMap<string, NameChange>;

  constructor(base: RenamedText, { our, their }: Changes) {
    this.#base = base;
    this.#our = byName(our);
    this.#their = byName(their);
  }

  /** Follows what ours renamed into the base and theirs, where it may have a third name. */
  followOurs(change: NameChange, theirs: RenamedText): void {
    const other = this.#their.get(nameKey(change, change.from));
    const there = { ...change, ...agentIn(this.#their, change), from: other?.to ?? change.from };
    if (!this.#follow(change, theirs, { there, isOfTheirs: false })) return;
    if (other === undefined || other.to === change.to) return;
    const { kind, from, to } = change;
    const owner = agentIn(this.#our, change);
    this.conflicts.push({ kind, ...owner, base: from, ours: to, theirs: other.to, called: to });
  }

  /** Follows what theirs alone renamed into the base and ours, in which things are called as in ours by now. */
  followTheirs(change: NameChange, ours: RenamedText): void {
    if (this.#our.has(nameKey(change, change.from))) return;
    const now = { ...change, ...agentIn(this.#our, change) };
    this.#follow(now, ours, { there: now, isOfTheirs: true });
  }

  /** Answers false where the name is left as it is in all texts. */
  #follow(
    change: NameChange,
    side: RenamedText,
    { there, isOfTheirs }: { readonly there: NameChange; readonly isOfTheirs: boolean },
  ): boolean {
    // A property of its own by that name is a value with two answers, as it is.
    if (change.kind === 'input' && hasInput(side, change.to) && there.from !== change.to) return false;
    if (this.#base.rename(change) !== null) return false;
    if (there.from === change.to || side.rename(there) !== 'DUPLICATE_ID') return true;
    // That side gave the name to something of its own, which makes way.
    const { kind, to } = change;
    const called = freeName(side, change);
    if (side.rename({ ...there, from: to, to: called }) !== null) return true;
    side.rename(there);
    const [ours, theirs] = isOfTheirs ? [called, to] : [to, called];
    this.conflicts.push({ kind, base: null, ours, theirs, called });
    return true;
  }
}

function hasInput({ analysis }: RenamedText, name: string): boolean {
  return findNode(analysis.syntax, ['schema', 'input', 'properties', name]) !== undefined;
}

function byName(changes: readonly NameChange[]): ReadonlyMap<string, NameChange> {
  return new Map(changes.map((change) => [nameKey(change, change.from), change]));
}

/** The agent of an action by the name that a side gave to it. */
function agentIn(changes: ReadonlyMap<string, NameChange>, { agent }: NameChange): { readonly agent?: string } {
  if (agent === undefined) return {};
  return { agent: changes.get(nameKey({ kind: 'agent' }, agent))?.to ?? agent };
}

function freeName({ analysis: { workflow, graph } }: RenamedText, { to }: NameChange): string {
  const taken = new Set([...graph.nodes.keys(), ...[...workflow.agents, ...workflow.tools].map(({ id }) => id)]);
  let count = 2;
  while (taken.has(`${to}-${count}`)) count += 1;
  return `${to}-${count}`;
}
