import { isDataMap } from '../../base/index.ts';
import { parseBareTemplate, parseTemplate, type Template } from '../../expression/index.ts';
import { type Reference, resolveUse, type Workflow, walkTasks } from '../../model/index.ts';
import type { FieldKind, FieldPlace } from '../../schema/index.ts';
import type { ScalarNode } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
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

/** Escapes of double quotes; one that is a line break joins two lines and adds no character. */
const ESCAPE = /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|\r?\n|([\s\S]))/y;
const BLANK_ESCAPES = ' \tntr';

/**
 * The range of a part of a scalar's value in the document. Offsets of `part` are in the value; quotes, escapes, indents
 * and folded lines lie between. Blanks are all that folding changes, so the n-th other character of the value is the
 * n-th of the source: a part that begins or ends with blanks is narrowed to what is between them. The whole scalar where
 * the two do not match.
 */
export function scalarRange(node: ScalarNode, part: TextRange): TextRange {
  const whole = { start: node.start, end: node.end };
  const value = String(node.value);
  const places = placesOf(node);
  if (places.length !== countInk(value)) return whole;
  const first = places[countInk(value.slice(0, part.start))];
  const last = places[countInk(value.slice(0, part.end)) - 1];
  if (first === undefined) return { start: node.start + (last?.end ?? 0), end: node.start + (last?.end ?? 0) };
  const start = node.start + first.start;
  return { start, end: Math.max(start, node.start + (last?.end ?? 0)) };
}

function countInk(text: string): number {
  return text.replace(/[ \t\r\n]+/g, '').length;
}

/** The range in the source of each unit of the value that is no blank. */
function placesOf({ source, style }: ScalarNode): readonly TextRange[] {
  const places: TextRange[] = [];
  const isQuoted = style === 'double' || style === 'single';
  const isBlock = style === 'literal' || style === 'folded';
  const end = isQuoted ? source.length - 1 : source.length;
  let at = isBlock ? source.indexOf('\n') + 1 : isQuoted ? 1 : 0;
  while (at < end) {
    const char = source[at] ?? '';
    const escape = style === 'double' && char === '\\' ? readEscape(source, at) : undefined;
    const isDoubled = style === 'single' && char === "'";
    const length = escape?.length ?? (isDoubled ? 2 : 1);
    const units = escape?.units ?? (/[ \t\r\n]/.test(char) ? 0 : 1);
    for (let unit = 0; unit < units; unit++) places.push({ start: at, end: at + length });
    at += length;
  }
  return places;
}

/** The length of an escape, and how many units of the value that are no blanks it yields. */
function readEscape(source: string, at: number): { readonly length: number; readonly units: number } {
  ESCAPE.lastIndex = at;
  const [text = '\\', hex2, hex4, hex8, letter] = ESCAPE.exec(source) ?? [];
  const code = hex2 ?? hex4 ?? hex8;
  if (code !== undefined) {
    const character = String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff));
    return { length: text.length, units: countInk(character) };
  }
  return { length: text.length, units: letter === undefined || BLANK_ESCAPES.includes(letter) ? 0 : 1 };
}
