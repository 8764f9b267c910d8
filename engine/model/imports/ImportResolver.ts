import { ok, type Result } from '../../base/index.ts';
import { followAlias, type MapNode, type Syntax, type SyntaxNode } from '../../syntax/index.ts';
import { createLineIndex, type Path } from '../../text/index.ts';
import { readFields, referenceIn, textOf } from '../workflow/Fields.ts';
import type { Reference, UsedPackage, Workflow } from '../workflow/Workflow.ts';
import { bringTools } from './bringTools.ts';
import { countNodes } from './countNodes.ts';
import {
  type DefinitionKind,
  type DefinitionQuery,
  type FoundDefinition,
  findDefinition,
  findPackaged,
  listWholeImports,
} from './findDefinition.ts';
import { type Files, findIdAt } from './findIdAt.ts';
import { isBuiltIn } from './hasImports.ts';
import { type ImportProblem, type ImportSite, isProblem, toProblem } from './ImportSite.ts';
import {
  findImportPlace,
  findPackagePlace,
  type ImportPlace,
  listPackages,
  nameOf,
  referenceTo,
  type Texts,
  versionOf,
} from './importPlace.ts';
import { entriesOf, mergeDefinition, mergePackage, replaceEntry, replaceItems } from './mergeDefinition.ts';
import { readText } from './readTexts.ts';

/** What a document is resolved from. `texts` null: the workspace is not known, and only the document itself can be read. */
export interface ImportSource {
  readonly path: string;
  readonly syntax: Syntax;
  /** What was read of it, where it was. */
  readonly workflow?: Workflow;
  readonly texts: Texts | null;
}

/** Imports inside imports. */
const MOST_DEPTH = 16;
/** Definitions that one document may bring in: more is not written by hand. */
const MOST_IMPORTS = 2_000;
/** Keys and values of all of them, as many as four whole documents may have. */
const MOST_NODES = 200_000;
/** Files of packages that a problem names. */
const MOST_PACKAGES = 32;

/** Where a definition is: its file, its place in the merged document, and the imports that led here. */
interface DefinitionSite {
  readonly from: string;
  readonly path: Path;
  readonly chain: readonly string[];
}

/** A definition that imports another one: its node, its kind and its place. */
interface Importer {
  readonly node: MapNode;
  readonly kind: DefinitionKind;
  readonly place: DefinitionSite;
}

/** Follows the imports and packages of one document; what it found is in its fields. */
export class ImportResolver {
  readonly sites: ImportSite[] = [];
  readonly read = new Map<string, string>();
  readonly wanted = new Set<string>();
  readonly packages = new Map<string, UsedPackage>();
  /** The package that a definition's `use` names, by the path of the definition. */
  readonly packageOf = new Map<string, UsedPackage>();
  readonly #source: ImportSource;
  #count = 0;
  #nodes = 0;

  constructor(source: ImportSource) {
    this.#source = source;
  }

  /** The root of the document with the definitions of its lists resolved; the same node where none takes another in. */
  resolveDocument(): SyntaxNode | null {
    const { path, syntax } = this.#source;
    const root = followAlias(syntax.root);
    if (root?.kind !== 'map') return syntax.root;
    const place: DefinitionSite = { from: path, path: [], chain: [] };
    const kinds: readonly DefinitionKind[] = ['agents', 'tools', 'tasks'];
    return kinds.reduce((node, kind) => this.#resolveList(node, kind, place), root);
  }

  /** The definition that a task's `use` names, itself resolved, for a separate path; null where there is none. */
  resolveTaskUse(reference: Reference, use: { at: Path; path(kind: DefinitionKind): Path }): FoundDefinition | null {
    const chain = [`${this.#source.path} (${reference.text})`];
    const target = findPackagePlace(reference, null, this.#source.texts);
    const addSite = (path: Path, problem: ImportProblem | null): null => {
      const file = isProblem(target) ? null : target.file;
      this.sites.push({
        from: this.#source.path,
        path,
        at: use.at,
        key: 'use',
        written: reference.text,
        file,
        problem,
      });
      return null;
    };
    if (isProblem(target)) return addSite(use.at, target);
    const found = this.#open(target, chain, (syntax) => findPackaged(syntax, { kind: 'tasks', file: target.file }));
    if (found === null) return null;
    if (isProblem(found)) return addSite(use.at, found);
    const { kind } = found;
    const path = use.path(kind);
    const node = this.#resolve(found.node, kind, { from: target.file, path, chain: [...chain, target.file] });
    this.packageOf.set(path.join('\n'), this.#keepPackage(target, reference));
    addSite(path, null);
    return { kind, node };
  }

  /** A map with the definitions in one of its lists resolved; the same map where none takes another in. */
  #resolveList(map: MapNode, kind: DefinitionKind, place: DefinitionSite): MapNode {
    const list: SyntaxNode | null = followAlias(entriesOf(map).get(kind) ?? null);
    if (list?.kind !== 'list') return map;
    const own = list.items.map(({ value }) => followAlias(value));
    const values = own.map((node, index) =>
      node?.kind === 'map' ? this.#resolve(node, kind, { ...place, path: [...place.path, kind, index] }) : node,
    );
    const isSame = own.every((value, index) => value === values[index]);
    return isSame ? map : replaceEntry(map, kind, replaceItems(list, values));
  }

  /** A definition with what it and the definitions inside it take in. */
  #resolve(node: MapNode, kind: DefinitionKind, place: DefinitionSite): MapNode {
    const whole = kind === 'agents' ? this.#bringTools(node, place) : node;
    const own = kind === 'tools' ? node : this.#resolveList(whole, kind === 'tasks' ? 'tasks' : 'tools', place);
    const imported = this.#takeImport(own, { node, kind, place });
    return kind === 'tasks' ? imported : this.#takePackage(imported, { node, kind, place });
  }

  /** An agent of another file names tools of that file: here their ids would mean others, or none. */
  #bringTools(agent: MapNode, { from: file }: DefinitionSite): MapNode {
    const syntax = file === this.#source.path ? null : this.#load({ file, id: null, reference: null });
    if (syntax === null || isProblem(syntax)) return agent;
    return bringTools(agent, (id) => {
      const found = this.#find(syntax, { kind: 'tools', id, file });
      if (!found.ok || found.value.node === agent) return null;
      this.#nodes += countNodes(found.value.node);
      return this.#nodes <= MOST_NODES ? found.value.node : null;
    });
  }

  #takeImport(own: MapNode, { node, kind, place }: Importer): MapNode {
    const written = textOf(entriesOf(node).get('import'));
    if (written === null || written === '') return own;
    const target = findImportPlace(written, place.from, this.#source.texts);
    const file = isProblem(target) ? null : target.file;
    const found = isProblem(target) ? target : this.#followImport(target, { node, kind, place });
    const problem = isProblem(found) ? found : null;
    this.sites.push({
      from: place.from,
      path: place.path,
      at: [...place.path, 'import'],
      key: 'import',
      written,
      file,
      problem,
    });
    return found === null || isProblem(found) ? own : mergeDefinition(own, found);
  }

  /** The definition at a place, itself resolved; null where the workspace is not known. */
  #followImport(target: ImportPlace, { node, kind, place }: Importer): MapNode | ImportProblem | null {
    const { id, file } = target;
    const chain = this.#chainOf(node, place);
    const found = this.#open(target, chain, (syntax) => this.#find(syntax, { kind, id, file }));
    if (found === null || isProblem(found)) return found;
    if (target.reference !== null) this.#keepPackage(target, target.reference);
    return this.#resolve(found.node, kind, { from: file, path: place.path, chain: [...chain, nameOf(file, id)] });
  }

  /** An agent or a tool over the package that its own `use` names. That of what it imports was followed there. */
  #takePackage(own: MapNode, { node, kind, place }: Importer): MapNode {
    const reference = referenceIn(readFields(node, place.path), 'use');
    if (reference === null) return own;
    if (isBuiltIn(reference)) {
      // What it imports may name a package, and this one does not.
      this.packageOf.delete(place.path.join('\n'));
      return own;
    }
    const isLocal = reference.repo === kind.slice(0, -1) && reference.version === null;
    const chain = this.#chainOf(node, place);
    const local = isLocal ? this.#findLocal(kind, reference.package) : null;
    const target = local ?? findPackagePlace(reference, null, this.#source.texts);
    const found = isProblem(target)
      ? target
      : this.#open(target, chain, (syntax) =>
          local === null ? findPackaged(syntax, { kind, file: target.file }) : this.#find(syntax, { kind, ...local }),
        );
    const at = [...place.path, 'use'];
    const file = isProblem(target) ? null : target.file;
    const problem = isProblem(found) ? found : null;
    this.sites.push({ from: place.from, path: place.path, at, key: 'use', written: reference.text, file, problem });
    if (found === null || isProblem(found) || isProblem(target)) return own;
    const next = [...chain, nameOf(target.file, target.id)];
    const packaged = this.#resolve(found.node, kind, { from: target.file, path: place.path, chain: next });
    if (local === null) this.packageOf.set(place.path.join('\n'), this.#keepPackage(target, reference));
    return mergePackage(own, packaged);
  }

  /** `tool:<id>` and `agent:<id>` of the document that is resolved, whatever file they are in. */
  #findLocal(kind: DefinitionKind, id: string): ImportPlace | null {
    const { path: file, syntax } = this.#source;
    return this.#find(syntax, { kind, id, file }).ok ? { file, id, reference: null } : null;
  }

  /** A definition by its id, which may be that of a whole file that the document imports there. */
  #find(syntax: Syntax, query: DefinitionQuery): Result<FoundDefinition, string> {
    const found = findDefinition(syntax, query);
    if (found.ok || query.id === null) return found;
    const { kind, id, file } = query;
    const seen: Files = {
      texts: this.#source.texts,
      load: (place) => {
        const loaded = this.#load(place);
        return loaded === null || isProblem(loaded) ? null : loaded;
      },
    };
    const entry = listWholeImports(syntax, kind).find(({ written }) => findIdAt(written, file, seen) === id);
    return entry === undefined ? found : ok({ kind, node: entry.node });
  }

  #chainOf(node: MapNode, { from, chain }: DefinitionSite): readonly string[] {
    return chain.length === 0 ? [nameOf(from, textOf(entriesOf(node).get('id')))] : chain;
  }

  /** The requested definition in the file of a place; null where it is not known whether there is one. */
  #open(
    target: ImportPlace,
    chain: readonly string[],
    find: (syntax: Syntax) => Result<FoundDefinition, string>,
  ): FoundDefinition | ImportProblem | null {
    const next = [...chain, nameOf(target.file, target.id)];
    const tooFar = this.#explainEnd(chain, next);
    if (tooFar !== null) return tooFar;
    const syntax = this.#load(target);
    if (syntax === null || isProblem(syntax)) return syntax;
    const found = find(syntax);
    if (!found.ok) return toProblem('definition', found.error);
    this.#nodes += countNodes(found.value.node);
    if (this.#nodes <= MOST_NODES) return found.value;
    const message = `More than ${MOST_NODES} keys and values are imported, the last by ${next.join(' → ')}.`;
    return toProblem('depth', message);
  }

  #explainEnd(chain: readonly string[], next: readonly string[]): ImportProblem | null {
    const last = next.at(-1) ?? '';
    if (chain.includes(last)) return toProblem('cycle', `This import leads back to itself: ${next.join(' → ')}.`);
    if (chain.length > MOST_DEPTH) {
      return toProblem('depth', `Imports go more than ${MOST_DEPTH} levels deep: ${next.join(' → ')}.`);
    }
    this.#count += 1;
    if (this.#count <= MOST_IMPORTS) return null;
    return toProblem('depth', `More than ${MOST_IMPORTS} definitions are imported, the last by ${next.join(' → ')}.`);
  }

  /** The tree of a file; null where it is not known whether there is one. */
  #load({ file, reference }: ImportPlace): Syntax | ImportProblem | null {
    const { path, syntax: own, texts } = this.#source;
    if (file === path) return own;
    const text = texts?.get(file);
    if (text === undefined) {
      this.wanted.add(file);
      if (texts === null) return null;
      return reference === null
        ? toProblem('missing', `There is no file "${file}" in this workspace.`)
        : this.#explainPackage(file, reference, texts);
    }
    this.read.set(file, text);
    const syntax = readText(file, text);
    const error = syntax.errors.find(({ severity }) => severity === 'error');
    if (error === undefined) return syntax;
    const { line } = createLineIndex(text).positionAt(error.range.start);
    return toProblem('unreadable', `"${file}" cannot be read, line ${line}: ${error.message}`);
  }

  /** A missing package is reported with those that exist; they count as read, so that the report can be rebuilt from them. */
  #explainPackage(file: string, reference: Reference, texts: Texts): ImportProblem {
    const there = listPackages(reference, texts).slice(0, MOST_PACKAGES);
    for (const path of there) this.read.set(path, texts.get(path) ?? '');
    const names = there.slice(0, 8).map((path) => referenceTo(path, reference));
    const others = names.length === 0 ? '' : ` There is ${names.join(', ')}.`;
    return toProblem('package', `There is no package at "${file}" in this workspace.${others}`, names[0]);
  }

  #keepPackage({ file }: ImportPlace, reference: Reference): UsedPackage {
    const key = `${reference.text}\n${file}`;
    const used = this.packages.get(key) ?? { reference, file, version: versionOf(file, reference) };
    this.packages.set(key, used);
    return used;
  }
}
