import { isDataMap } from '../base/index.ts';
import { followAlias, type MapNode, parseSyntax, type Syntax, type SyntaxNode } from '../syntax/index.ts';
import { createLineIndex, type Path } from '../text/index.ts';
import { textOf } from './Fields.ts';
import { findDefinition } from './findDefinition.ts';
import { findImportPlace, type ImportPlace, type Texts } from './importPlace.ts';
import { entriesOf, mergeDefinition, replaceEntry, replaceItems } from './mergeDefinition.ts';
import { readWorkflow } from './readWorkflow.ts';
import type { Workflow } from './Workflow.ts';
import { walkTasks } from './walkTasks.ts';

/** One `import` of a document, or of what it imports. */
export interface ImportSite {
  /** Where the definition that imports stands in the merged document. */
  readonly path: Path;
  /** As written. */
  readonly written: string;
  readonly problem: ImportProblem | null;
}

/** Why an import could not be followed. `package`: there is no such package in the workspace. */
export interface ImportProblem {
  readonly kind: 'package' | 'missing' | 'outside' | 'unreadable' | 'definition' | 'cycle' | 'depth';
  /** One sentence; for cycles and depth with the chain. */
  readonly message: string;
}

/** A document with everything it imports in its place. */
export interface ResolvedImports {
  /** The merged tree, with the text of the document itself: offsets of what was imported belong to other texts. */
  readonly syntax: Syntax;
  readonly workflow: Workflow;
  readonly sites: readonly ImportSite[];
  /** The texts that were read, by path, without the document itself. */
  readonly texts: Texts;
  /** The files that were looked for and are not among the texts. */
  readonly wanted: readonly string[];
}

/** What a document is resolved from. `texts` null: the workspace is not known, and only the document itself can be read. */
export interface ImportSource {
  readonly path: string;
  readonly syntax: Syntax;
  readonly texts: Texts | null;
}

type Kind = 'agents' | 'tools' | 'tasks';

/** Imports inside imports. */
const MOST_DEPTH = 16;
/** Definitions that one document may bring in: more is a fan of imports that nobody wrote by hand. */
const MOST_IMPORTS = 2_000;

/** Whether any agent, tool or task of a workflow imports its definition. */
export function hasImports(workflow: Workflow): boolean {
  const { agents, tools } = workflow;
  if (
    agents.some((agent) => agent.import !== null || agent.tools.some((tool) => isDataMap(tool) && tool.has('import')))
  )
    return true;
  if (tools.some((tool) => tool.import !== null)) return true;
  for (const { task } of walkTasks(workflow)) if (task.import !== null) return true;
  return false;
}

/**
 * Reads a document with its imports (format.md 3): each definition is merged under the keys written beside its `import`,
 * also those of what is imported. One that cannot be followed stays as it is, with its `import`, and its site says why.
 */
export function resolveImports({ path, syntax, texts }: ImportSource): ResolvedImports {
  const resolver = new Resolver({ path, syntax, texts });
  const root = resolver.resolveDocument();
  const merged = root === syntax.root ? syntax : { text: syntax.text, root, errors: syntax.errors };
  const { sites, read, wanted } = resolver;
  return { syntax: merged, workflow: readWorkflow(merged), sites, texts: read, wanted: [...wanted] };
}

/** Where a definition stands: its file, its place in the merged document, and the imports that led here. */
interface Place {
  readonly from: string;
  readonly path: Path;
  readonly chain: readonly string[];
}

class Resolver {
  readonly sites: ImportSite[] = [];
  readonly read = new Map<string, string>();
  readonly wanted = new Set<string>();
  readonly #source: ImportSource;
  readonly #parsed = new Map<string, Syntax>();
  #count = 0;

  constructor(source: ImportSource) {
    this.#source = source;
    this.#parsed.set(source.path, source.syntax);
  }

  resolveDocument(): SyntaxNode | null {
    const { path, syntax } = this.#source;
    const root = followAlias(syntax.root);
    if (root?.kind !== 'map') return syntax.root;
    const place: Place = { from: path, path: [], chain: [] };
    const kinds: readonly Kind[] = ['agents', 'tools', 'tasks'];
    return kinds.reduce((node, kind) => this.#resolveList(node, kind, place), root);
  }

  /** A map with the definitions in one of its lists resolved; the same map where none imports anything. */
  #resolveList(map: MapNode, kind: Kind, place: Place): MapNode {
    const list = followAlias(entriesOf(map).get(kind) ?? null);
    if (list?.kind !== 'list') return map;
    const values = list.items.map(({ value }, index) => {
      const node = followAlias(value);
      return node?.kind === 'map' ? this.#resolve(node, kind, { ...place, path: [...place.path, kind, index] }) : value;
    });
    const isSame = values.every((value, index) => value === followAlias(list.items[index]?.value ?? null));
    return isSame ? map : replaceEntry(map, kind, replaceItems(list, values));
  }

  /** A definition with what it and the definitions inside it import. */
  #resolve(node: MapNode, kind: Kind, place: Place): MapNode {
    const inner = kind === 'tasks' ? 'tasks' : kind === 'agents' ? 'tools' : null;
    const own = inner === null ? node : this.#resolveList(node, inner, place);
    const written = textOf(entriesOf(node).get('import'));
    if (written === null || written === '') return own;
    const found = this.#follow(written, node, { kind, place });
    this.sites.push({ path: place.path, written, problem: found !== null && 'message' in found ? found : null });
    return found === null || 'message' in found ? own : mergeDefinition(own, found);
  }

  /** The definition an import means, itself resolved; null where the workspace is not known. */
  #follow(written: string, node: MapNode, at: { kind: Kind; place: Place }): MapNode | ImportProblem | null {
    const { from, chain } = at.place;
    const target = findImportPlace(written, from, this.#source.texts);
    if (target === 'outside') return problem('outside', `"${written}" leads out of the workspace.`);
    if (target === null) {
      return problem(
        'missing',
        `"${written}" is neither a path such as "./agents.yaml#triage" nor a package such as "acme:triage".`,
      );
    }
    const path = chain.length === 0 ? [nameOf(from, textOf(entriesOf(node).get('id')))] : chain;
    const next = [...path, nameOf(target.file, target.id)];
    const tooFar = this.#explainEnd(path, next);
    if (tooFar !== null) return tooFar;
    const syntax = this.#load(target);
    if (syntax === null || !('root' in syntax)) return syntax;
    const found = findDefinition(syntax, { kind: at.kind, id: target.id, file: target.file });
    if (!found.ok) return problem('definition', found.error);
    return this.#resolve(found.value, at.kind, { from: target.file, path: at.place.path, chain: next });
  }

  #explainEnd(chain: readonly string[], next: readonly string[]): ImportProblem | null {
    const last = next.at(-1) ?? '';
    if (chain.includes(last)) return problem('cycle', `This import leads back to itself: ${next.join(' → ')}.`);
    if (chain.length > MOST_DEPTH) {
      return problem('depth', `Imports go more than ${MOST_DEPTH} levels deep: ${next.join(' → ')}.`);
    }
    this.#count += 1;
    if (this.#count <= MOST_IMPORTS) return null;
    return problem('depth', `More than ${MOST_IMPORTS} definitions are imported, the last by ${next.join(' → ')}.`);
  }

  /** The tree of a file; null where it is not known whether there is one. */
  #load({ file, isPackage }: ImportPlace): Syntax | ImportProblem | null {
    const known = this.#parsed.get(file);
    if (known !== undefined) return known;
    const text = this.#source.texts?.get(file);
    if (text === undefined) {
      this.wanted.add(file);
      if (this.#source.texts === null) return null;
      return isPackage
        ? problem('package', `There is no package at "${file}" in this workspace.`)
        : problem('missing', `There is no file "${file}" in this workspace.`);
    }
    this.read.set(file, text);
    const syntax = parseSyntax(text);
    const error = syntax.errors.find(({ severity }) => severity === 'error');
    if (error !== undefined) {
      const { line } = createLineIndex(text).positionAt(error.range.start);
      return problem('unreadable', `"${file}" cannot be read, line ${line}: ${error.message}`);
    }
    this.#parsed.set(file, syntax);
    return syntax;
  }
}

function nameOf(file: string, id: string | null): string {
  return id === null || id === '' ? file : `${file}#${id}`;
}

function problem(kind: ImportProblem['kind'], message: string): ImportProblem {
  return { kind, message };
}
