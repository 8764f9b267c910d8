import { DEEPEST, type Finding, isDeeper } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import { validateJson } from '../../schema/index.ts';
import type { AuthorTool, ToolAnswer } from './AuthorTool.ts';

/** How long a call's arguments may be, in characters of JSON. */
const MOST_ARGUMENTS = 2_000_000;

/** How many levels they may have: a value in a change of a list. */
const MOST_LEVELS = DEEPEST + 3;

/** Calls a tool with arguments that fit it; what goes wrong in it is an answer, too, and says nothing of this computer: `onFault` gets that. */
export async function callTool<Context>(
  tool: AuthorTool<Context>,
  args: JsonObject,
  { context, onFault }: { readonly context: Context; readonly onFault: (error: unknown) => void },
): Promise<ToolAnswer> {
  const wrong = findWrong(tool, args);
  if (wrong.length > 0) return { says: {}, findings: wrong };
  try {
    return await tool.answer(args, context);
  } catch (error) {
    onFault(error);
    const message = 'The tool failed.';
    return {
      says: {},
      findings: [{ code: 'FAILED', place: '', message, next: 'Try something smaller, or tell the person.' }],
    };
  }
}

/** The arguments of a tool as one JSON Schema. */
export function schemaOf<Context>({
  input: { properties, required = [] },
}: Pick<AuthorTool<Context>, 'input'>): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

function findWrong<Context>(tool: AuthorTool<Context>, args: JsonObject): readonly Finding[] {
  // First of all: what writes or walks through a value does so on the stack.
  if (isDeeper(args, MOST_LEVELS)) {
    const message = `The arguments are nested more than ${MOST_LEVELS} levels deep.`;
    return [{ code: 'TOO_LARGE', place: '', message, next: 'Nest less.' }];
  }
  if (JSON.stringify(args).length > MOST_ARGUMENTS) {
    return [
      { code: 'TOO_LARGE', place: '', message: 'The arguments are too long.', next: 'Make several smaller calls.' },
    ];
  }
  const { properties, required = [] } = tool.input;
  return validateJson(schemaOf(tool), args)
    .errors.slice(0, 10)
    .map(({ path, message }) => ({
      code: 'INVALID_ARGUMENT',
      place: path,
      message,
      next: `Arguments: ${Object.keys(properties).join(', ')}${required.length === 0 ? '' : `; required: ${required.join(', ')}`}.`,
    }));
}
