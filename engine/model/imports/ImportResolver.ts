import { followAlias, type MapNode, type SyntaxNode } from '../../syntax/index.ts';
import type { Path } from '../../text/index.ts';
import { readFields, referenceIn, textOf } from '../workflow/Fields.ts';
import type { Reference } from '../workflow/parseReference.ts';
import type { UsedPackage } from '../workflow/Workflow.ts';
import { DefinitionReader, type ImportSource } from './DefinitionReader.ts';
import { type DefinitionKind, type FoundDefinition, findPackaged } from './findDefinition.ts';
import { isBuiltIn } from './hasImports.ts';
import {
  findImportPlace,
  findPackagePlace,
  type ImportPlace,
  type ImportProblem,
  type ImportSite,
  isProblem,
  nameOf,
  versionOf,
} from './importPlace.ts';
import { entriesOf, mergeDefinition, mergePackage, replaceEntry, replaceItems } from './mergeDefinition.ts';

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
  readonly reader: DefinitionReader;
  readonly packages = new Map<string, UsedPackage>();
  /** The package that a definition's `use` names, by the path of the definition. */
  readonly packageOf = new Map<string, UsedPackage>();
  readonly #source: ImportSource;

  constructor(source: ImportSource) {
    this.#source = source;
    this.reader = new DefinitionReader(source);
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
      const { path: from } = this.#source;
      this.#addSite({ from, path, at: use.at, key: 'use', written: reference.text, target, problem });
      return null;
    };
    if (isProblem(target)) return addSite(use.at, target);
    const found = this.reader.open(target, chain, (syntax) =>
      findPackaged(syntax, { kind: 'tasks', file: target.file }),
    );
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
    const syntax = file === this.#source.path ? null : this.reader.load({ file, id: null, reference: null });
    if (syntax === null || isProblem(syntax)) return agent;
    return bringTools(agent, (id) => {
      const found = this.reader.find(syntax, { kind: 'tools', id, file });
      if (!found.ok || found.value.node === agent) return null;
      return this.reader.hasRoomFor(found.value.node) ? found.value.node : null;
    });
  }

  #takeImport(own: MapNode, { node, kind, place }: Importer): MapNode {
    const written = textOf(entriesOf(node).get('import'));
    if (written === null || written === '') return own;
    const target = findImportPlace(written, place.from, this.#source.texts);
    const found = isProblem(target) ? target : this.#followImport(target, { node, kind, place });
    const problem = isProblem(found) ? found : null;
    const { from, path } = place;
    this.#addSite({ from, path, at: [...path, 'import'], key: 'import', written, target, problem });
    return found === null || isProblem(found) ? own : mergeDefinition(own, found);
  }

  /** The definition at a place, itself resolved; null where the workspace is not known. */
  #followImport(target: ImportPlace, { node, kind, place }: Importer): MapNode | ImportProblem | null {
    const { id, file } = target;
    const chain = this.#chainOf(node, place);
    const found = this.reader.open(target, chain, (syntax) => this.reader.find(syntax, { kind, id, file }));
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
      : this.reader.open(target, chain, (syntax) =>
          local === null
            ? findPackaged(syntax, { kind, file: target.file })
            : this.reader.find(syntax, { kind, ...local }),
        );
    const problem = isProblem(found) ? found : null;
    const { from, path } = place;
    this.#addSite({ from, path, at: [...path, 'use'], key: 'use', written: reference.text, target, problem });
    if (found === null || isProblem(found) || isProblem(target)) return own;
    const next = [...chain, nameOf(target.file, target.id)];
    const packaged = this.#resolve(found.node, kind, { from: target.file, path: place.path, chain: next });
    if (local === null) this.packageOf.set(place.path.join('\n'), this.#keepPackage(target, reference));
    return mergePackage(own, packaged);
  }

  /** `tool:<id>` and `agent:<id>` of the document that is resolved, whatever file they are in. */
  #findLocal(kind: DefinitionKind, id: string): ImportPlace | null {
    const { path: file, syntax } = this.#source;
    return this.reader.find(syntax, { kind, id, file }).ok ? { file, id, reference: null } : null;
  }

  #addSite({ target, ...site }: Omit<ImportSite, 'file'> & { readonly target: ImportPlace | ImportProblem }): void {
    this.sites.push({ ...site, file: isProblem(target) ? null : target.file });
  }

  #chainOf(node: MapNode, { from, chain }: DefinitionSite): readonly string[] {
    return chain.length === 0 ? [nameOf(from, textOf(entriesOf(node).get('id')))] : chain;
  }

  #keepPackage({ file }: ImportPlace, reference: Reference): UsedPackage {
    const key = `${reference.text}\n${file}`;
    const used = this.packages.get(key) ?? { reference, file, version: versionOf(file, reference) };
    this.packages.set(key, used);
    return used;
  }
}

/**
 * An agent with the definitions of the tools that it names by id alone, under what it sets over them; the same agent where
 * it names none that is found.
 */
function bringTools(agent: MapNode, find: (id: string) => MapNode | null): MapNode {
  const list = followAlias(entriesOf(agent).get('tools') ?? null);
  if (list?.kind !== 'list') return agent;
  const values = list.items.map(({ value }) => {
    const entry = followAlias(value);
    if (entry?.kind !== 'map') return value;
    const entries = entriesOf(entry);
    const id = entries.has('use') || entries.has('import') ? null : textOf(entries.get('id'));
    const tool = id === null || id === '' ? null : find(id);
    return tool === null ? value : mergeDefinition(entry, tool);
  });
  const isSame = list.items.every(({ value }, index) => value === values[index]);
  return isSame ? agent : replaceEntry(agent, 'tools', replaceItems(list, values));
}
