import { err, ok, type Result } from '../../base/index.ts';
import { followAlias, type MapNode, type Syntax } from '../../syntax/index.ts';
import { textOf } from '../workflow/Fields.ts';
import { entriesOf } from './mergeDefinition.ts';

/** The list of a document that holds definitions of a kind. */
export type DefinitionKind = 'agents' | 'tools' | 'tasks';

/** A requested definition: the list of a document it would be in, and its id. */
export interface DefinitionQuery {
  readonly kind: DefinitionKind;
  /** Null: the file is the definition. */
  readonly id: string | null;
  readonly file: string;
}

/** A definition in its file, and what it is. */
export interface FoundDefinition {
  readonly kind: DefinitionKind;
  readonly node: MapNode;
}

/**
 * The definition a file holds (format.md 3): the whole file, or with an id that agent, tool or task of its document, tasks
 * inside containers included. An entry without an id of its own that imports `…#id` passes that definition on, and is found
 * by its id. Otherwise one sentence that lists what there is.
 */
export function findDefinition(syntax: Syntax, { kind, id, file }: DefinitionQuery): Result<FoundDefinition, string> {
  const node = followAlias(syntax.root);
  if (node?.kind !== 'map') return err(noMap(file));
  const listed = listDefinitions(syntax, kind);
  if (id === null) {
    if (!isDocument(node, [kind])) return ok({ kind, node });
    const hint = namesOf(listed).join(', ') || 'there are none';
    return err(`"${file}" holds several definitions. Say which with "#" and an id: ${hint}.`);
  }
  const own = listed.named.get(id) ?? (textOf(entriesOf(node).get('id')) === id ? node : undefined);
  const found = own ?? listed.passedOn.find((entry) => idOf(entry) === id)?.node;
  if (found !== undefined) return ok({ kind, node: found });
  const names = namesOf(listed);
  const there = names.length === 0 ? `It has no ${kind}.` : `It has ${names.join(', ')}.`;
  return err(`"${file}" has no ${kind.slice(0, -1)} "${id}". ${there}`);
}

/**
 * The definition a package gives to a `use`: the file itself, or the only fitting one of its document. An agent takes an
 * agent, a tool a tool, a task an agent or a tool. Otherwise one or two sentences that list what there is.
 */
export function findPackaged(
  syntax: Syntax,
  { kind, file }: Pick<DefinitionQuery, 'kind' | 'file'>,
): Result<FoundDefinition, string> {
  const node = followAlias(syntax.root);
  if (node?.kind !== 'map') return err(noMap(file));
  const wanted = kind === 'tasks' ? 'an agent or a tool' : kind === 'agents' ? 'an agent' : 'a tool';
  if (!isDocument(node, ['agents', 'tools', 'tasks'])) {
    const its = kindOf(node);
    if (kind === 'tasks' ? its !== 'tasks' : its === kind) return ok({ kind: its, node });
    const found = its === 'agents' ? 'an agent' : its === 'tools' ? 'a tool' : 'a task';
    const hint = kind === 'tasks' ? ' A task is brought in by "import".' : '';
    return err(`"${file}" holds ${found}, and what is used here is ${wanted}.${hint}`);
  }
  const kinds: readonly DefinitionKind[] = kind === 'tasks' ? ['agents', 'tools'] : [kind];
  const fitting = kinds.flatMap((each) =>
    entriesIn(listDefinitions(syntax, each)).map((entry) => ({ ...entry, kind: each })),
  );
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return ok(first);
  if (first === undefined) return err(`"${file}" does not have ${wanted}, and that is what is used here.`);
  const ids = fitting.slice(0, MOST_NAMES).map(({ id }) => id);
  return err(
    `"${file}" holds ${fitting.length} definitions that fit: ${ids.join(', ')}. Import the one that is meant with "#" and its id, under "agents" or "tools", and use that.`,
  );
}

/** As many ids as a message names. */
const MOST_NAMES = 8;

/** What a file of one definition defines: a task has a `type`, an agent what only agents have. */
function kindOf(node: MapNode): DefinitionKind {
  const entries = entriesOf(node);
  if (entries.has('type')) return 'tasks';
  if (['actions', 'tools', 'memory', 'instructions'].some((key) => entries.has(key))) return 'agents';
  const use = entries.get('use');
  const config = followAlias(entries.get('config') ?? null);
  const isModel = config?.kind === 'map' && entriesOf(config).has('provider');
  return isModel || /^core[:/]agent$/.test(textOf(use) ?? '') ? 'agents' : 'tools';
}

function isDocument(node: MapNode, kinds: readonly DefinitionKind[]): boolean {
  const entries = entriesOf(node);
  if (['use', 'type', 'import', 'actions'].some((key) => entries.has(key))) return false;
  return kinds.some((kind) => followAlias(entries.get(kind) ?? null)?.kind === 'list');
}

interface Listed {
  /** By their ids, the first of equal ones. */
  readonly named: ReadonlyMap<string, MapNode>;
  /** Those without an id of their own, which have that of what they import. */
  readonly passedOn: readonly PassedOn[];
}

/** A definition that a document takes from elsewhere as it is. */
export interface PassedOn {
  readonly node: MapNode;
  /** Its `import` as written. */
  readonly written: string;
}

/** The definitions of a document that have the id of a whole file or package they import, which only that file or package knows. */
export function listWholeImports(syntax: Syntax, kind: DefinitionKind): readonly PassedOn[] {
  return listDefinitions(syntax, kind).passedOn.filter((entry) => idOf(entry) === null);
}

/** The id that an import asks for, and so has; null where it is that of the file. */
function idOf({ written }: PassedOn): string | null {
  const hash = written.indexOf('#');
  return hash === -1 ? null : written.slice(hash + 1).trim();
}

function entriesIn({ named, passedOn }: Listed): readonly { readonly id: string; readonly node: MapNode }[] {
  const own = [...named].map(([id, node]) => ({ id, node }));
  return [...own, ...passedOn.map((entry) => ({ id: idOf(entry) ?? entry.written, node: entry.node }))];
}

const known = new WeakMap<Syntax, Map<DefinitionKind, Listed>>();

/** The definitions of a kind; those with neither an id nor an import are omitted. */
function listDefinitions(syntax: Syntax, kind: DefinitionKind): Listed {
  const byKind = known.get(syntax) ?? new Map<DefinitionKind, Listed>();
  known.set(syntax, byKind);
  let listed = byKind.get(kind);
  if (listed === undefined) {
    const found = { named: new Map<string, MapNode>(), passedOn: [] };
    const root = followAlias(syntax.root);
    if (root?.kind === 'map') collect(root, kind, found);
    byKind.set(kind, (listed = found));
  }
  return listed;
}

function collect(
  map: MapNode,
  kind: DefinitionKind,
  found: { readonly named: Map<string, MapNode>; readonly passedOn: PassedOn[] },
): void {
  const list = followAlias(entriesOf(map).get(kind) ?? null);
  if (list?.kind !== 'list') return;
  for (const { value } of list.items) {
    const node = followAlias(value);
    if (node?.kind !== 'map') continue;
    const id = textOf(entriesOf(node).get('id'));
    const written = textOf(entriesOf(node).get('import'));
    if (id !== null && id !== '') {
      if (!found.named.has(id)) found.named.set(id, node);
    } else if (written !== null && written !== '') found.passedOn.push({ node, written });
    if (kind === 'tasks') collect(node, kind, found);
  }
}

function namesOf(listed: Listed): readonly string[] {
  return entriesIn(listed)
    .map(({ id }) => id)
    .slice(0, MOST_NAMES);
}

function noMap(file: string): string {
  return `"${file}" holds no definition: it is not a map.`;
}
