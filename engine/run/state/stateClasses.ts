import { ActiveList, FewMap, FullTable, Queue } from '../../base/index.ts';
import { Activation, CollectionBody, ItemSlot } from './Activation.ts';
import { EndedItems } from './EndedItems.ts';
import { InFlight } from './InFlight.ts';
import { ItemRoots } from './ItemRoots.ts';
import { Job } from './Job.ts';
import { LaneOf, ScopeOf } from './Scope.ts';
import { StoreOf } from './Store.ts';

/** Fields of an object of the state by name, whatever its class. */
export type Fields = Record<string, unknown>;

/** A class of the state whose instances are stored field by field. */
export interface RecordClass {
  readonly type: abstract new (...args: never[]) => object;
  /** An instance whose fields are as most have them: those are not stored. */
  create(): object;
  /** Fields that are not stored: what is recomputed, and what nothing reads any more. */
  omit?(instance: object): readonly string[];
  /** True of an instance that holds no more than null would. */
  isBlank?(instance: object): boolean;
}

/** A class of the state whose instances are stored as what they contain, keys and values one after the other. */
export interface ContainerClass {
  readonly type: abstract new (...args: never[]) => object;
  list(container: object): readonly unknown[];
  create(contents: readonly unknown[]): object;
  fill(container: object, contents: readonly unknown[]): void;
}

/** A placeholder argument for a constructor, where every field is set right after. */
const UNSET = undefined as never;

const LINKS = ['isListed', 'before', 'after'];
/** Of an activation that is settled and has left its scope, only its result is read. */
const SETTLED = [...LINKS, 'arrival', 'given', 'input', 'env', 'ownRoots', 'inFlight'];

/** Which fields are set again when it is put into a list, or are read no more. */
function omitOfActivation({ phase, isListed }: Activation): readonly string[] {
  return phase === 'settled' && !isListed ? SETTLED : LINKS;
}

/**
 * By the name they are stored under. Add a class here when the state gets one. Private fields of these classes are
 * `private`, not `#`: fields are read and set by their names.
 */
export const RECORDS: Readonly<Record<string, RecordClass>> = {
  activation: {
    type: Activation,
    create: () => new Activation(0, UNSET, null, { with: {}, event: null, error: null }),
    omit: (instance) => (instance instanceof Activation ? omitOfActivation(instance) : []),
  },
  inFlight: {
    type: InFlight,
    create: () => new InFlight(),
    isBlank: (instance) => instance instanceof InFlight && instance.isEmpty,
  },
  scope: {
    type: ScopeOf,
    create: () =>
      new ScopeOf({ container: null, level: NO_LEVEL, store: UNSET, owner: { kind: 'run' }, operation: null }),
    omit: () => LINKS,
  },
  // The blocker of a join is searched for again.
  lane: { type: LaneOf, create: () => new LaneOf(UNSET, UNSET), omit: () => ['blocker'] },
  store: { type: StoreOf, create: () => new StoreOf(null, UNSET) },
  job: { type: Job, create: () => new Job(UNSET, 'start') },
  collection: { type: CollectionBody, create: () => new CollectionBody(UNSET, UNSET, UNSET) },
  item: { type: ItemSlot, create: () => new ItemSlot(UNSET, null, 0) },
  itemRoots: { type: ItemRoots, create: () => new ItemRoots(UNSET, UNSET) },
  endedItems: { type: EndedItems, create: () => new EndedItems() },
};

const NO_LEVEL = { tasks: new Map(), order: [], place: 0 };

/** As {@link RECORDS}. */
export const CONTAINERS: Readonly<Record<string, ContainerClass>> = {
  map: {
    type: Map,
    list: (map) => (map instanceof Map ? [...map].flat(1) : []),
    create: () => new Map(),
    fill: (map, contents) => fillMap(map as Map<unknown, unknown>, contents),
  },
  fewMap: {
    type: FewMap,
    list: (map) => listEntries(map as FewMap<unknown, unknown>),
    create: () => new FewMap(),
    fill: (map, contents) => fillMap(map as FewMap<unknown, unknown>, contents),
  },
  fullTable: {
    type: FullTable,
    list: (table) => [(table as FullTable<unknown>).capacity, ...listEntries(table as FullTable<unknown>)],
    create: ([capacity]) => new FullTable(Number(capacity)),
    fill: (table, [, ...contents]) => fillTable(table as FullTable<unknown>, contents),
  },
  set: {
    type: Set,
    list: (set) => [...(set as Set<unknown>)],
    create: () => new Set(),
    fill: (set, contents) => fillSet(set as Set<unknown>, contents),
  },
  activeList: {
    type: ActiveList,
    list: (list) => [...(list as ActiveList<Activation>)],
    create: () => new ActiveList(),
    fill: (list, contents) => fillSet(list as ActiveList<Activation>, contents as readonly Activation[]),
  },
  queue: {
    type: Queue,
    list: (queue) => [...(queue as Queue<unknown>)],
    create: () => new Queue(),
    fill: (queue, contents) => {
      for (const item of contents) (queue as Queue<unknown>).push(item);
    },
  },
};

interface Visitable {
  forEach(visit: (value: unknown, key: unknown) => void): void;
}

function listEntries(map: Visitable): unknown[] {
  const entries: unknown[] = [];
  map.forEach((value, key) => entries.push(key, value));
  return entries;
}

function fillMap(map: { set(key: unknown, value: unknown): unknown }, contents: readonly unknown[]): void {
  // Written by `listEntries`: each key is followed by its value.
  for (let at = 0; at < contents.length; at += 2) map.set(contents[at], contents[at + 1]);
}

function fillSet<T>(set: { add(item: T): unknown }, contents: readonly T[]): void {
  for (const item of contents) set.add(item);
}

function fillTable(table: FullTable<unknown>, contents: readonly unknown[]): void {
  for (let at = 0; at < contents.length; at += 2) table.set(Number(contents[at]), contents[at + 1]);
}
