import type { FileChange } from '#engine';
import { readTemplate, type Template } from '../../platform/index.ts';
import { openFile, session, writeFiles } from '../../session/index.ts';

/** The files of a template in the workspace. */
interface Taken {
  readonly workflow: string;
  readonly tests: string;
  /** False: all of them were here already, as they are in the template. */
  readonly isNew: boolean;
}

/**
 * Copies a template with its tests, and with what it needs next to it, into the workspace, and opens it. No file is written over: where a
 * name is taken, the new ones have a number. Answers with where they are; null when the workspace takes no files.
 */
export async function takeTemplate(template: Template): Promise<Taken | null> {
  const texts = await readTemplate(template);
  const { files } = session.getState().document.workspace;
  const names = [...texts].every(([name, text]) => files.get(name) === text) ? new Map() : freeNames(texts, files);
  const nameOf = (name: string): string => names.get(name) ?? name;
  const changes = [...names].map(([name, path]): FileChange => {
    return { type: 'create', path, text: renameIn(texts.get(name) ?? '', names) };
  });
  if (changes.length > 0 && !writeFiles('files.create', changes, new Map())) return null;
  const workflow = nameOf(`${template.id}.yaml`);
  openFile(workflow);
  return { workflow, tests: nameOf(`${template.id}.test.yaml`), isNew: changes.length > 0 };
}

/** The names that the files get, by those that they have in the template: one number for all, so that they stay side by side. */
function freeNames(
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  for (let count = 1; ; count++) {
    const end = count === 1 ? '' : `-${count}`;
    const names = new Map([...texts.keys()].map((name) => [name, name.replace('.', `${end}.`)]));
    if (![...names.values()].some((path) => files.has(path))) return names;
  }
}

/** A text that names the files of its template by the names that they got. */
function renameIn(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(/[\w-]+(?:\.test)?\.yaml\b/g, (name) => names.get(name) ?? name);
}
