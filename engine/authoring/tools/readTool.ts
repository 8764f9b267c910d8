import { checkFile, findPart, ownText, resolveField } from '../../author/index.ts';
import type { Json, JsonObject } from '../../base/index.ts';
import { readSource } from '../../edit/index.ts';
import { analyze } from '../../graph/index.ts';
import { findNode } from '../../syntax/index.ts';
import { createLineIndex } from '../../text/index.ts';
import type { AuthorTool, ToolAnswer } from './AuthorTool.ts';
import { BUDGET, budgetOf, fitText } from './budget.ts';
import { type FoundText, findFile, PATH, PROPOSAL, tellHash } from './findFile.ts';

const text = (description: string): JsonObject => ({ type: 'string', description });
const line = (description: string): JsonObject => ({ type: 'integer', minimum: 1, description });

/** `read`: the text of a part of a file. */
export const readTool: AuthorTool = {
  name: 'read',
  title: 'Read text',
  about:
    'The text of a file as it is written, with its hash where proposals need one: one task, agent, tool, memory or action, a field of it, some lines, or all of it. With usages, also the lines that name the part.',
  input: {
    properties: {
      path: PATH,
      task: text('the id of a task'),
      agent: text('the id of an agent'),
      tool: text('the id of a tool'),
      memory: text('the id of a memory'),
      action: text('the id of an action of agent'),
      field: text('a field of the part, such as config.routes'),
      from: line('the first line'),
      to: line('the last line'),
      usages: { type: 'boolean', description: 'true: also the lines that name the part' },
      proposal: PROPOSAL,
      budget: BUDGET,
    },
    required: ['path'],
  },
  isReading: true,
  answer: async (args, context) => {
    const found = await findFile(context, args);
    return found.ok
      ? readPart(found.value, args, tellHash(context, args, found.value.text))
      : { says: {}, findings: found.error };
  },
};

function readPart({ path, text: whole, files }: FoundText, args: JsonObject, hash: JsonObject): ToolAnswer {
  const analysis = analyze(path, whole);
  const index = createLineIndex(whole);
  const name = partOf(args);
  const part = findPart(analysis, name);
  if (!part.ok) {
    const { code, message } = part.error;
    return { says: {}, findings: [{ code, place: 'path', message, next: 'Use outline to see the parts.' }] };
  }
  const place = resolveField(
    analysis.syntax,
    part.value,
    typeof args['field'] === 'string' ? args['field'].split('.') : [],
  );
  const isPart = place.length > 0;
  const node = isPart ? findNode(analysis.syntax, place) : undefined;
  if (isPart && node === undefined) {
    const message = `There is no “${ownText(args, 'field')}” in this part.`;
    return {
      says: {},
      findings: [{ code: 'UNKNOWN_FIELD', place: 'field', message, next: 'Read the part without field.' }],
    };
  }
  const from = typeof args['from'] === 'number' ? args['from'] : 1;
  const to = typeof args['to'] === 'number' ? args['to'] : index.lineCount;
  const shown = isPart
    ? readSource(analysis.syntax, place)
    : whole
        .split('\n')
        .slice(from - 1, to)
        .join('\n');
  const first = node ? index.positionAt(node.start).line : from;
  const problems = checkFile(files, path)
    .map((finding) => ({ line: index.positionAt(finding.range.start).line, code: finding.code }))
    .filter((finding) => finding.line >= first && finding.line < first + shown.split('\n').length);
  return {
    says: {
      path,
      ...hash,
      line: first,
      ...(problems.length > 0 ? { problems: problems.slice(0, 20) } : {}),
    },
    fromFiles: {
      text: fitText(shown, budgetOf(args)),
      ...(args['usages'] === true
        ? { usages: usagesOf(whole, Object.values(name).find((id) => id !== undefined) ?? '') }
        : {}),
    },
  };
}

function partOf(args: JsonObject): Parameters<typeof findPart>[1] {
  const own = (key: string): string | undefined => {
    const value = args[key];
    return typeof value === 'string' ? value : undefined;
  };
  return { task: own('task'), agent: own('agent'), tool: own('tool'), memory: own('memory'), action: own('action') };
}

/** The lines that hold an id as a word of its own. */
function usagesOf(whole: string, id: string): Json {
  if (id === '') return [];
  const word = new RegExp(`(?<![\\w-])${id.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')}(?![\\w-])`, 'u');
  const lines = whole
    .split('\n')
    .flatMap((words, at) => (word.test(words) ? [`${at + 1}: ${words.trim().slice(0, 160)}`] : []));
  return lines.slice(0, 40);
}
