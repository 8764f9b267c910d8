import { ok, type Result } from '../../base/index.ts';
import { followAlias, type MapNode, parseSyntax, type Syntax, type SyntaxNode } from '../../syntax/index.ts';
import { createLineIndex } from '../../text/index.ts';
import { textOf } from '../workflow/Fields.ts';
import type { Reference } from '../workflow/parseReference.ts';
import type { Workflow } from '../workflow/Workflow.ts';
import { type DefinitionQuery, type FoundDefinition, findDefinition, listWholeImports } from './findDefinition.ts';
import {
  findImportPlace,
  type ImportPlace,
  type ImportProblem,
  isProblem,
  listPackages,
  nameOf,
  referenceTo,
  type Texts,
  toProblem,
} from './importPlace.ts';
import { entriesOf } from './mergeDefinition.ts';

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

/**
 * Reads the definitions that one document imports, in the files of the workspace and within bounds for all of them together.
 * What cannot be read is a problem that says why.
 */
export class DefinitionReader {
  /** The texts that were read, by path, without the document itself. */
  readonly read = new Map<string, string>();
  /** The files that were looked for and are not there. */
  readonly wanted = new Set<string>();
  readonly #source: ImportSource;
  #count = 0;
  #nodes = 0;

  constructor(source: ImportSource) {
    this.#source = source;
  }

  /** The definition that is looked for in the file of a place; null where it is not known whether there is one. `chain`: what led there. */
  open(
    target: ImportPlace,
    chain: readonly string[],
    find: (syntax: Syntax) => Result<FoundDefinition, string>,
  ): FoundDefinition | ImportProblem | null {
    const next = [...chain, nameOf(target.file, target.id)];
    const tooFar = this.#explainEnd(chain, next);
    if (tooFar !== null) return tooFar;
    const syntax = this.load(target);
    if (syntax === null || isProblem(syntax)) return syntax;
    const found = find(syntax);
    if (!found.ok) return toProblem('definition', found.error);
    if (this.hasRoomFor(found.value.node)) return found.value;
    const message = `More than ${MOST_NODES} keys and values are imported, the last by ${next.join(' → ')}.`;
    return toProblem('depth', message);
  }

  /** A definition by its id, which may be that of a whole file that the document imports there. */
  find(syntax: Syntax, query: DefinitionQuery): Result<FoundDefinition, string> {
    const found = findDefinition(syntax, query);
    if (found.ok || query.id === null) return found;
    const { kind, id, file } = query;
    const seen: Files = {
      texts: this.#source.texts,
      load: (place) => {
        const loaded = this.load(place);
        return loaded === null || isProblem(loaded) ? null : loaded;
      },
    };
    const entry = listWholeImports(syntax, kind).find(({ written }) => findIdAt(written, file, seen) === id);
    return entry === undefined ? found : ok({ kind, node: entry.node });
  }

  /** The tree of a file; null where it is not known whether there is one. */
  load({ file, reference }: ImportPlace): Syntax | ImportProblem | null {
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

  /** Counts a definition that is taken in; false where there are too many keys and values with it. */
  hasRoomFor(node: MapNode): boolean {
    this.#nodes += countNodes(node);
    return this.#nodes <= MOST_NODES;
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

  /** A missing package is reported with those that exist; they count as read, so that the report can be rebuilt from them. */
  #explainPackage(file: string, reference: Reference, texts: Texts): ImportProblem {
    const there = listPackages(reference, texts).slice(0, MOST_PACKAGES);
    for (const path of there) this.read.set(path, texts.get(path) ?? '');
    const names = there.slice(0, 8).map((path) => referenceTo(path, reference));
    const others = names.length === 0 ? '' : ` Those that exist: ${names.join(', ')}.`;
    return toProblem('package', `There is no package at "${file}" in this workspace.${others}`, names[0]);
  }
}

/** Files that imports lead to; `load` answers null for one that cannot be read. */
interface Files {
  readonly texts: Texts | null;
  load(place: ImportPlace): Syntax | null;
}

/** The id that what an import, written in a file, leads to has of itself or takes from elsewhere; null where it has none. */
function findIdAt(written: string, from: string, { texts, load }: Files): string | null {
  const seen = new Set<string>();
  let at: { readonly written: string; readonly from: string } = { written, from };
  for (;;) {
    const place = findImportPlace(at.written, at.from, texts);
    if ('message' in place) return null;
    if (place.id !== null) return place.id;
    if (seen.has(place.file)) return null;
    seen.add(place.file);
    const root = followAlias(load(place)?.root ?? null);
    if (root?.kind !== 'map') return null;
    const id = textOf(entriesOf(root).get('id'));
    const next = textOf(entriesOf(root).get('import'));
    if (id !== null || next === null) return id;
    at = { written: next, from: place.file };
  }
}

/** Characters of text whose trees are kept. */
const MAX_SIZE = 4_000_000;

/** Trees of texts by path; those read first go first when their texts are too long together. */
class TreeCache {
  readonly #trees = new Map<string, Syntax>();
  #size = 0;

  read(path: string, text: string): Syntax {
    const before = this.#trees.get(path);
    if (before?.text === text) return before;
    const syntax = parseSyntax(text);
    this.#delete(path);
    this.#trees.set(path, syntax);
    this.#size += text.length;
    for (const oldest of this.#trees.keys()) {
      if (this.#size <= MAX_SIZE) break;
      this.#delete(oldest);
    }
    return syntax;
  }

  #delete(path: string): void {
    this.#size -= this.#trees.get(path)?.text.length ?? 0;
    this.#trees.delete(path);
  }
}

const cache = new TreeCache();

/**
 * The tree of an imported file. Trees of the same texts are kept: many files import the same few, and those change less
 * often than what imports them.
 */
function readText(path: string, text: string): Syntax {
  return cache.read(path, text);
}

const known = new WeakMap<SyntaxNode, number>();

/** How many keys and values a node holds, itself among them; the target of an alias counts each time. */
function countNodes(value: SyntaxNode | null): number {
  const node = followAlias(value);
  if (node === null || node.kind === 'scalar') return 1;
  let count = known.get(node);
  if (count === undefined) {
    const inner = node.kind === 'map' ? node.entries : node.items;
    count = inner.reduce((sum, { value: each }) => sum + countNodes(each), 1);
    known.set(node, count);
  }
  return count;
}
