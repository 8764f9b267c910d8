import { isDataMap } from '../base/index.ts';
import { parseBareTemplate, parseTemplate, type Template } from '../expression/index.ts';
import { resolveUse, type Workflow, walkTasks } from '../model/index.ts';
import type { FieldKind, FieldPlace } from '../schema/index.ts';
import type { Path } from '../text/index.ts';

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
  let code: ReadonlySet<string> | undefined;
  const found: TemplatePlace[] = [];
  for (const fields of groups) {
    let places = known.get(fields);
    if (places === undefined) {
      places = fields.flatMap((field) => readTemplate(field) ?? NONE);
      known.set(fields, places);
    }
    for (const place of places) {
      if (place.path.at(-1) === 'code') {
        code ??= codePaths(workflow);
        if (code.has(place.path.join('\n'))) continue;
      }
      found.push(place);
    }
  }
  return found;
}

const known = new WeakMap<readonly FieldPlace[], readonly TemplatePlace[]>();
const NONE: readonly never[] = [];

function readTemplate({ path, part: text, kind, isKnown }: FieldPlace): TemplatePlace | null {
  if (typeof text !== 'string' || !isKnown || VERBATIM.has(kind)) return null;
  if (kind !== 'expression' && !text.includes('{{')) return null;
  const template = kind === 'expression' ? parseBareTemplate(text) : parseTemplate(text);
  return template.expressions.length > 0 || template.errors.length > 0 ? { path, template } : null;
}

/** `with.code` of a task that runs JavaScript is code, not a template. */
function codePaths(workflow: Workflow): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const { task } of walkTasks(workflow)) {
    if (!isDataMap(task.with ?? undefined) || task.use === null) continue;
    const use = resolveUse(workflow, task);
    const core =
      use.kind === 'core' ? use.name : use.kind === 'tool' && use.tool.use?.repo === 'core' ? use.tool.use.package : '';
    if (core === 'javascript') paths.add([...task.path, 'with', 'code'].join('\n'));
  }
  return paths;
}
