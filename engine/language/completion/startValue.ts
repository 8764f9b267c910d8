import type { Data } from '../../base/index.ts';
import { newAgentId, newTaskId, newToolId } from '../../edit/index.ts';
import type { Analysis } from '../../graph/index.ts';
import { holdsTasks, type StartingValue, type TaskType, traitsOf } from '../../model/index.ts';
import { describePath, propertiesAt, type SchemaProperty } from '../../schema/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import { builtInUse, HTTP, MEMORY_DEFAULTS, MOCK_PROVIDER } from '../../tools/index.ts';
import { memoryPartOf } from './completeUse.ts';

/** A document that is being written, as text and as data. */
export interface DocumentDraft {
  readonly analysis: Analysis;
  readonly document: Data;
}

/**
 * What follows the name of a new key in block YAML, with marks of `stop`: a blank and a value to fill in; for a map or a
 * list what is required in it, on lines of their own, indented from the key.
 */
export function startOfValue(draft: DocumentDraft, path: Path, property: SchemaProperty): string {
  const [type, ...others] = property.type;
  if (others.length > 0) return `: ${stop()}`;
  if (property.kind === 'schema') return `:\n  type: ${stop('object')}`;
  if (type === 'array') return `:\n  - ${indent(startOfItem(draft, [...path, 0]), 4)}`;
  if (type === 'object') return `:\n  ${indent(startOfMap(draft, path), 2)}`;
  return `: ${stop(sampleOf(property))}`;
}

/** What a new item of a list begins with: for a list of maps what is required in one. */
export function startOfItem(draft: DocumentDraft, path: Path): string {
  const list = path.at(-2);
  const { analysis } = draft;
  if (list === 'tasks') return startOfTask(analysis, 'basic');
  if (list === 'agents') {
    const id = `id: ${stop(newAgentId(analysis, {}))}`;
    return `${id}\nuse: ${stop('core:agent')}\nconfig:\n  provider: ${stop(MOCK_PROVIDER)}\n  model: ${stop('mock-small')}`;
  }
  if (list === 'tools' && path.length === 2) {
    const schema = `schema:\n  input:\n    type: ${stop('object')}\n  output:\n    type: ${stop('object')}`;
    return `id: ${stop(newToolId(analysis, {}))}\nuse: ${stop(builtInUse(HTTP))}\n${schema}`;
  }
  return startOfMap(draft, path);
}

/** A new task of a type, with a free id and what its type is for. */
export function startOfTask(analysis: Analysis, type: TaskType): string {
  const child = `tasks:\n  - id: ${stop(newTaskId(analysis, { type, id: 'step' }))}\n    type: ${stop('basic')}`;
  const parts = [
    `id: ${stop(newTaskId(analysis, { type }))}`,
    `type: ${type}`,
    startOfConfig(type),
    holdsTasks(type) ? child : '',
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** What there is to fill in of `config`; empty where a task of the type needs none. */
function startOfConfig(type: TaskType): string {
  const lines = traitsOf(type).start.flatMap(({ key, sample }) =>
    sample === undefined ? [] : [`\n  ${key}:${startOfSample(sample)}`],
  );
  return lines.length === 0 ? '' : `config:${lines.join('')}`;
}

function startOfSample(sample: NonNullable<StartingValue['sample']>): string {
  if (typeof sample === 'string') return ` ${stop(sample)}`;
  return `\n    ${sample.entry === '' ? stop() : `${stop(sample.entry)}: ${stop()}`}`;
}

/** The keys a map must have, each with its first value; a stop where it needs none. */
function startOfMap(draft: DocumentDraft, path: Path): string {
  const isTarget = path.at(-1) === 'default' || String(path.at(-1)).startsWith('on_');
  if (isTarget && describePath([...path, 'next'], draft.document)?.kind === 'task') return `next: ${stop()}`;
  const required = propertiesAt(path, draft.document).filter((property) => property.isRequired);
  if (required.length === 0) return stop();
  return required
    .map((property) => property.key + startOfValue(draft, [...path, property.key], fitted(property, path)))
    .join('\n');
}

/** A reference to what may run there. */
function fitted(property: SchemaProperty, path: Path): SchemaProperty {
  const isMemory = property.kind === 'reference' && path.includes('memory');
  if (!isMemory) return property.kind === 'reference' ? { ...property, type: ['string'] } : property;
  const examples = [MEMORY_DEFAULTS[memoryPartOf(path)]];
  return { ...property, type: ['string'], examples };
}

/** The initial value of a new field. */
function sampleOf({ enum: words, default: fallback, examples, kind }: SchemaProperty): string {
  const [sample] = [...(words ?? []), ...(fallback === undefined ? [] : [fallback]), ...examples];
  if (kind === 'task' || kind === 'secret' || kind === 'import' || kind === 'expression') return '';
  return typeof sample === 'string' && /^[\w:./@-]+( [\w.]+)*$/.test(sample)
    ? sample
    : typeof sample === 'number' || typeof sample === 'boolean'
      ? String(sample)
      : '';
}

function indent(text: string, width: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(width)}`);
}

/** Text to insert, with the places in it that the person fills in, first to last. */
interface Snippet {
  readonly insertText: string;
  readonly stops: readonly TextRange[];
}

const OPEN = '\u0001';
const CLOSE = '\u0002';

/** Marks a part of a snippet as a place to fill in; empty for a bare cursor. */
export function stop(text = ''): string {
  return `${OPEN}${text}${CLOSE}`;
}

/** Reads the marks of {@link stop}. Every line but the first is indented by so many blanks. */
export function toSnippet(marked: string, indent: number): Snippet {
  const stops: TextRange[] = [];
  let text = '';
  let start = 0;
  for (const char of marked) {
    if (char === OPEN) start = text.length;
    else if (char === CLOSE) stops.push({ start, end: text.length });
    else text += char === '\n' ? `\n${' '.repeat(indent)}` : char;
  }
  return { insertText: text, stops };
}
