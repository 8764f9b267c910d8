import type { Data } from '../base/index.ts';
import { composeSteps, renameKey, setValue } from '../syntax/index.ts';
import type { Path } from '../text/index.ts';
import type { Conversion } from './Conversion.ts';
import { addComment, type ForeignReference, readReference, stemOf } from './entries.ts';

/** What tasks need to know of the document around them. */
export interface Around {
  readonly schemas: ReadonlyMap<string, Data>;
  /** The agents and tools of the document: `agent:x`. */
  readonly defined: ReadonlySet<string>;
  /** Ids that tasks have. */
  readonly ids: Set<string>;
  /** Definitions in files that tasks use, which the document has to list. */
  readonly files: ListedFile[];
  /** The whole document is one task: there is nowhere to list a definition. */
  readonly isAlone: boolean;
}

/** A definition in a file of its own, under the id that it has in the document. */
export interface ListedFile {
  readonly kind: 'agent' | 'tool';
  readonly id: string;
  readonly file: string;
}

/** A task as notes call it, and what is around it. */
export interface Named {
  readonly name: string;
  readonly around: Around;
}

/** `agent: x`, `tool: x`, `$use: agent(…)` and `use: agent(…)` become `use: agent:x`; a file is imported. */
export function convertUse(conversion: Conversion, path: Path, { name, around }: Named): void {
  for (const kind of ['agent', 'tool'] as const) {
    const id = conversion.text([...path, kind]);
    if (id === null || conversion.has([...path, 'use'])) continue;
    const use = `${kind}:${id}`;
    conversion.change(
      `“${name}”: “${kind}: ${id}” became “use: ${use}”.`,
      (syntax) =>
        composeSteps(syntax, [
          (now) => renameKey(now, [...path, kind], 'use'),
          (now) => setValue(now, [...path, 'use'], use),
        ]),
      [...path, kind],
    );
    if (!around.defined.has(use))
      conversion.note(`The ${kind} “${id}” is not in this file: define it under “${kind}s”, or import it there.`);
  }
  for (const key of ['$use', 'use']) {
    const written = conversion.text([...path, key]);
    const reference = written === null ? null : readReference(written);
    if (written !== null && reference !== null)
      replaceUse(conversion, [...path, key], { name, written, reference, around });
  }
}

interface Use extends Named {
  readonly written: string;
  readonly reference: ForeignReference;
}

function replaceUse(conversion: Conversion, path: Path, { name, written, reference, around }: Use): void {
  const { kind, file } = reference;
  const id = file === null ? reference.id : kind === 'task' ? stemOf(file) : idOfFile(kind, file, around);
  if (id === null) return;
  const [key, value] = kind === 'task' ? ['import', file ?? id] : ['use', `${kind}:${id}`];
  const to = [...path.slice(0, -1), key];
  const isChanged = conversion.change(
    `“${name}”: “${String(path.at(-1))}: ${written}” became “${key}: ${value}”.`,
    (syntax) => composeSteps(syntax, [(now) => renameKey(now, path, key), (now) => setValue(now, to, value)]),
    path,
  );
  if (!isChanged || file === null) return;
  if (kind === 'task') nameImport(conversion, path.slice(0, -1), file);
  else if (!around.isAlone) listFile({ kind, id, file }, around);
  else {
    const note = `Define the ${kind} “${id}” where this task is imported: “${file}” is kept as a comment.`;
    conversion.change(note, addComment(to, `was: ${written}`));
  }
}

/** The id of a definition in a file: the name of the file, with a number where another definition has it. */
function idOfFile(kind: ListedFile['kind'], file: string, { files, defined }: Around): string {
  const listed = files.find((other) => other.kind === kind && other.file === file);
  if (listed !== undefined) return listed.id;
  const isTaken = (id: string) =>
    defined.has(`${kind}:${id}`) || files.some((other) => other.kind === kind && other.id === id);
  const stem = stemOf(file);
  let id = stem;
  for (let count = 2; isTaken(id); count += 1) id = `${stem}-${count}`;
  return id;
}

function listFile(listed: ListedFile, { files }: Around): void {
  if (!files.some(({ kind, file }) => kind === listed.kind && file === listed.file)) files.push(listed);
}

/** An imported task that others call by the name of its file gets that as its id. */
function nameImport(conversion: Conversion, path: Path, file: string): void {
  const id = stemOf(file);
  const isCalled =
    /^[\w-]+$/.test(id) && new RegExp(`(?:next: *|tasks\\.)${id}(?![\\w-])`).test(conversion.syntax.text);
  if (!isCalled || conversion.has([...path, 'id'])) return;
  const before = conversion.keys(path)[0];
  conversion.change(`“${file}” is called “${id}” here, as the tasks that name it do.`, (syntax) =>
    setValue(syntax, [...path, 'id'], id, before === undefined ? {} : { before }),
  );
}
