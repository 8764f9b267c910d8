import { isDataMap } from '../../base/index.ts';
import { parseBareTemplate, parseTemplate, type Template } from '../../expression/index.ts';
import { type Reference, resolveUse, type Workflow, walkTasks } from '../../model/index.ts';
import type { FieldKind, FieldPlace } from '../../schema/index.ts';
import type { Path } from '../../text/index.ts';
import { BUILT_INS, builtInNamed } from '../../tools/index.ts';

/** A text of the document that holds expressions. Offsets in `template` are in the text's value. */
export interface TemplatePlace {
  readonly path: Path;
  readonly template: Template;
}

/** Fields whose text is never a template (format.md 8). */
const VERBATIM: ReadonlySet<FieldKind | undefined> = new Set(['id', 'task', 'reference', 'import', 'schema', 'code']);

/**
 * Every text with expressions, or with braces that are broken, where the format takes templates. What was read of a group
 * of fields is kept with the group.
 */
export function findTemplates(
  groups: readonly (readonly FieldPlace[])[],
  workflow: Workflow,
): readonly TemplatePlace[] {
  const isVerbatim = createVerbatim(workflow);
  const found: TemplatePlace[] = [];
  for (const fields of groups) {
    let places = known.get(fields);
    if (places === undefined) {
      places = fields.flatMap((field) => readTemplate(field) ?? NONE);
      known.set(fields, places);
    }
    for (const place of places) if (!isVerbatim(place.path)) found.push(place);
  }
  return found;
}

/** Answers whether the text at a path is taken as it is by the built-in that its task or tool runs, such as code. */
export function createVerbatim(workflow: Workflow): (path: Path) => boolean {
  let verbatim: ReadonlySet<string> | undefined;
  return (path) => {
    if (!VERBATIM_KEYS.has(path.at(-1))) return false;
    verbatim ??= verbatimPaths(workflow);
    return verbatim.has(path.join('\n'));
  };
}

/** Whether a field is a text that may hold templates, as far as the field itself tells. */
export function takesTemplates(field: FieldPlace): field is FieldPlace & { readonly part: string } {
  const { part, kind, isKnown } = field;
  return typeof part === 'string' && isKnown && !VERBATIM.has(kind);
}

const known = new WeakMap<readonly FieldPlace[], readonly TemplatePlace[]>();
const NONE: readonly never[] = [];

function readTemplate(field: FieldPlace): TemplatePlace | null {
  if (!takesTemplates(field)) return null;
  const { path, part: text, kind } = field;
  if (kind !== 'expression' && !text.includes('{{')) return null;
  const template = kind === 'expression' ? parseBareTemplate(text) : parseTemplate(text);
  return template.expressions.length > 0 || template.errors.length > 0 ? { path, template } : null;
}

/** The `with` of a task and the config of a tool hold texts that the built-in they run takes as they are, such as code. */
function verbatimPaths(workflow: Workflow): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { task } of walkTasks(workflow)) {
    if (!isDataMap(task.with ?? undefined) || task.use === null) continue;
    const use = resolveUse(workflow, task);
    const reference = use.kind === 'core' ? task.use : use.kind === 'tool' ? use.tool.use : null;
    for (const key of keysOf(reference)) paths.add([...task.path, 'with', key].join('\n'));
  }
  for (const tool of workflow.tools)
    for (const key of keysOf(tool.use)) paths.add([...tool.path, 'config', key].join('\n'));
  return paths;
}

const VERBATIM_KEYS: ReadonlySet<Path[number] | undefined> = new Set(
  BUILT_INS.flatMap(({ verbatim }) => verbatim ?? []),
);

function keysOf(use: Reference | null): readonly string[] {
  return (use?.repo === 'core' ? builtInNamed(use.package)?.verbatim : undefined) ?? NONE;
}
