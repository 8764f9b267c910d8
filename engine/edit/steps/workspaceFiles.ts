import { err, ok, type Result } from '../../base/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { type ImportUse, listImports } from '../../model/index.ts';
import { composeSteps } from '../../syntax/index.ts';
import type { FileChange, Layout, Refusal, Transaction } from '../../text/index.ts';
import { refuse } from '../find/refuse.ts';
import type { Step } from './editFile.ts';

/** The texts of the workspace by path. */
export type Files = ReadonlyMap<string, string>;

/** The files of a workspace, each read when it is needed. */
export interface WorkspaceFiles {
  readonly files: Files;
  /** Undefined where there is no such file. */
  analysisOf(path: string): Analysis | undefined;
  /** Every import written in any file; refused where one that cannot be read names a requested file. */
  imports(): readonly ImportUse[];
  /** A file whose YAML is broken and that seems to import the file; undefined when there is none. */
  findBroken(file: string): string | undefined;
}

/** The workspace as it is, with the text of the analysis in its place. */
export function openFiles(files: Files, known?: Analysis): WorkspaceFiles {
  const analyses = new Map<string, Analysis>(known ? [[known.path, known]] : []);
  const texts = known ? new Map([...files, [known.path, known.syntax.text]]) : files;
  let imports: readonly ImportUse[] | undefined;
  const analysisOf = (path: string): Analysis | undefined => {
    const text = texts.get(path);
    if (text === undefined || !/\.(?:ya?ml|json)$/i.test(path)) return analyses.get(path);
    const analysis = analyses.get(path) ?? analyze(path, text);
    analyses.set(path, analysis);
    return analysis;
  };
  const importing = (): string[] =>
    [...texts]
      .filter(([path, text]) => /\.(?:ya?ml|json)$/i.test(path) && text.includes('import'))
      .map(([path]) => path);
  return {
    files: texts,
    analysisOf,
    imports() {
      imports ??= importing().flatMap((path) => {
        const analysis = analysisOf(path);
        return analysis === undefined || analysis.isBroken ? [] : listImports(path, analysis.syntax, texts);
      });
      return imports;
    },
    findBroken(file) {
      const name =
        file
          .split('/')
          .at(-1)
          ?.replace(/(?:@[^@]*)?\.[^.]*$/, '') ?? file;
      return importing().find((path) => analysisOf(path)?.isBroken === true && texts.get(path)?.includes(name));
    },
  };
}

/** Steps by the path of the file they are for. */
export class FileSteps {
  readonly #steps = new Map<string, Step[]>();

  add(path: string, steps: readonly Step[]): void {
    this.#steps.set(path, [...(this.#steps.get(path) ?? []), ...steps]);
  }

  /** All of them as the edits of one transaction; refused as a whole, saying in which file. */
  toEdits(workspace: WorkspaceFiles): Result<readonly FileChange[], Refusal> {
    const changes: FileChange[] = [];
    for (const [path, steps] of this.#steps) {
      const analysis = workspace.analysisOf(path);
      if (analysis === undefined) return refuse('UNKNOWN_FILE', path, `There is no file “${path}” in the workspace.`);
      const edits = composeSteps(analysis.syntax, steps);
      if (!edits.ok) return err({ ...edits.error, message: `In “${path}”: ${edits.error.message}` });
      if (edits.value.length > 0) changes.push({ type: 'edit', path, edits: edits.value });
    }
    return ok(changes);
  }
}

/** A transaction with the layout of one file, where it changes. */
export function withLayout(
  transaction: Transaction,
  { path, layout }: { readonly path: string; readonly layout: Layout | undefined },
): Transaction {
  return layout === undefined ? transaction : { ...transaction, layouts: new Map([[path, layout]]) };
}

/** A path of a file, seen from another one: `../b/c.yaml`, `c.yaml`. */
function relativePath(from: string, to: string): string {
  const source = from.split('/').slice(0, -1);
  const target = to.split('/');
  let shared = 0;
  while (shared < source.length && shared < target.length - 1 && source[shared] === target[shared]) shared += 1;
  return [...source.slice(shared).map(() => '..'), ...target.slice(shared)].join('/');
}

/**
 * The `import` of a file, seen from another one, in the style of `like`: from the root of the workspace where that begins with
 * `/`, bare where that is; else next to the file. What follows `#` is `id`'s.
 */
export function formatImport(
  place: { readonly from: string; readonly to: string; readonly id: string | null },
  like: string,
): string {
  const { from, to, id } = place;
  const hash = id === null ? '' : `#${id}`;
  if (from === to && like.trim().startsWith('#')) return hash;
  if (like.startsWith('/')) return `/${to}${hash}`;
  const path = relativePath(from, to);
  const isBare = !like.startsWith('.') && /\.(?:ya?ml|json)$/i.test(path);
  return `${isBare || path.startsWith('../') ? path : `./${path}`}${hash}`;
}

/** The reference a package file is found by (format.md 3), separated as in `like`; null where a path is no package's. */
export function formatPackageImport(path: string, like: string, id: string | null): string | null {
  const match = /^packages\/(.+)\/([^/@]+)(@[^/]+)?\.yaml$/.exec(path);
  if (match === null) return null;
  const [, repo = '', name = '', version = ''] = match;
  const separator = like.includes(':') ? ':' : '/';
  const kept = /@[^/:#]+(?:#|$)/.test(like.slice(1)) ? version : '';
  return `${repo}${separator}${name}${kept}${id === null ? '' : `#${id}`}`;
}
