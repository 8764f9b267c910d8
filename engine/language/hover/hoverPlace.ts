import type { Analysis } from '../../graph/index.ts';
import { parseDuration } from '../../model/index.ts';
import { describePath, propertiesAt } from '../../schema/index.ts';
import { findNode, findRange, pathAt, toNodeData } from '../../syntax/index.ts';
import type { Path, TextRange } from '../../text/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { schemaPlaceAt } from '../completion/completeSchema.ts';
import { describeField } from '../completion/describeField.ts';
import { SCHEMA_KEYWORDS } from '../completion/schemaWords.ts';
import { toolKeysAt } from '../completion/toolKeys.ts';
import { describeNamed } from '../names/describeNamed.ts';
import type { Mention } from '../names/mentions.ts';
import { mentionAt } from '../names/nameAt.ts';
import { resolveMention } from '../names/resolveName.ts';
import { contentRange } from '../places/contentRange.ts';
import type { CompletionContext, Hover } from '../places/LanguageItem.ts';

/** The hover for a name, a key or a value outside of expressions; null where there is none. */
export function hoverPlace(analysis: Analysis, offset: number, context: CompletionContext): Hover | null {
  const place = { analysis, files: context.files };
  const path = pathAt(analysis.syntax, offset);
  const mention = mentionAt(place, offset);
  const named = mention === null ? null : resolveMention(place, mention);
  if (mention !== null && named !== null) {
    return { range: mention.reach, markdown: describeNamed(named, analysis.path) };
  }
  const unresolved = mention === null ? '' : describeUnresolved(mention, context);
  if (mention !== null && unresolved !== '') return { range: mention.reach, markdown: unresolved };
  const key = findRange(analysis.syntax, path, 'key');
  if (key.start <= offset && offset <= key.end) return hoverKey(analysis, path, key);
  return hoverDuration(analysis, path, offset);
}

function describeUnresolved(mention: Mention, { mcpTools = [] }: CompletionContext): string {
  const { kind, name } = mention;
  const builtIn = name.startsWith('core:') ? findBuiltIn(name) : undefined;
  if (builtIn !== undefined) {
    const keys = Object.keys(builtIn.schema.input.properties ?? {});
    return `**${name}** · built-in\n\n${builtIn.description}${describeKeys(keys)}`;
  }
  if (name === 'core:agent')
    return '**core:agent** · built-in\n\nRuns the model that `config` names, with tools and memory.';
  if (name.startsWith('mcp:')) {
    const tool = mcpTools.find(({ use }) => use === name);
    if (tool !== undefined)
      return `**${name}** · a tool of an MCP server\n\n${tool.description}${describeKeys(tool.inputs)}`;
    return `**${name}** · a tool of an MCP server that is to be set up in the workspace`;
  }
  if (mention.import !== undefined) return `\`${mention.import.written}\` leads to nothing in this workspace.`;
  if (mention.isReference) return `\`${name}\` is not a package of this workspace.`;
  return kind === 'task' && name === 'end' ? '**end** · ends this branch' : '';
}

function describeKeys(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `\n\nReads ${keys.map((key) => `\`${key}\``).join(', ')}.`;
}

function hoverKey(analysis: Analysis, path: Path, range: TextRange): Hover | null {
  const key = path.at(-1);
  if (typeof key !== 'string') return null;
  const document = toNodeData(analysis.syntax.root);
  const keyword = SCHEMA_KEYWORDS.get(key);
  const inSchema = schemaPlaceAt(path.slice(0, -1), document);
  if (keyword !== undefined && inSchema?.kind === 'schema')
    return { range, markdown: `**${key}** · JSON Schema\n\n${keyword}` };
  const field = describePath(path, document);
  if (field === undefined) {
    const read = toolKeysAt({ analysis, document }, path.slice(0, -1)).find((each) => each.key === key);
    return read === undefined ? null : { range, markdown: describeField(key, read, read.isRequired) };
  }
  const isRequired = propertiesAt(path.slice(0, -1), document).some(
    (property) => property.key === key && property.isRequired,
  );
  return { range, markdown: describeField(key, field, isRequired) };
}

/** A duration as readable text. */
function hoverDuration(analysis: Analysis, path: Path, offset: number): Hover | null {
  const node = findNode(analysis.syntax, path);
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return null;
  const range = contentRange(node);
  if (offset < range.start || offset > range.end) return null;
  const duration = parseDuration(node.value);
  if (!duration.ok || describePath(path, toNodeData(analysis.syntax.root))?.kind !== 'duration') return null;
  return { range, markdown: spellDuration(duration.value) };
}

const UNITS = [
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
  ['millisecond', 1],
] as const;

/** `1 hour and 30 minutes`. */
function spellDuration(milliseconds: number): string {
  let rest = milliseconds;
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  });
  const last = parts.pop() ?? '0 seconds';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
