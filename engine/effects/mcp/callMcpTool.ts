import {
  type ExactJson,
  isJsonObject,
  type Json,
  type JsonObject,
  type LostInteger,
  ok,
  toText,
} from '../../base/index.ts';
import { parseDuration } from '../../model/index.ts';
import type { Outcome, ToolCall } from '../../run/index.ts';
import { validateJson } from '../../schema/index.ts';
import type { Egress } from '../egress.ts';
import { parseExactly, warnOfLost } from '../limitJson.ts';
import { type Attempt, cancelled, type Failure, fail, forMissing, succeed } from '../outcome.ts';
import type { McpServer } from '../ports.ts';
import { listServerVariables } from './fillMcpServers.ts';
import type { McpConnections } from './McpConnections.ts';
import { explainHandshake, isPastLimit, isSessionLost, toMcpFailure } from './mcpFailure.ts';
import type { ListedTools, McpAnswer, McpConnection, McpTool } from './openConnection.ts';

/** What a call to a server needs. */
export interface McpContext {
  readonly servers: readonly McpServer[];
  readonly connections: McpConnections;
  readonly egress: Egress;
  readonly signal: AbortSignal;
}

/** How long a tool may take when its config says nothing, in ms; each sign of progress begins it again. */
const PATIENCE = 60_000;

/**
 * Calls `mcp:<server>/<tool>` (format.md section 3). The input and what comes back are checked against the schemas the
 * server declares. A session that the server has forgotten is begun once more.
 *
 * | the server answers                | the result                              |
 * |-----------------------------------|-----------------------------------------|
 * | structured content                | that value                              |
 * | other content                     | `{text, data, content}`: its texts, what they are as JSON, all of it |
 * | `isError`                         | EXECUTION_ERROR with its text           |
 */
export async function callMcpTool(effect: ToolCall, context: McpContext): Promise<Outcome> {
  const found = findServer(effect.use, context.servers);
  if (!found.ok) return found;
  const timeout = readTimeout(effect.config);
  if (!timeout.ok) return timeout;
  const { server, tool } = found.value;
  const asked = { server, tool, input: effect.input, timeout: timeout.value };
  const first = await attempt(asked, context);
  return first === 'lost' ? toOutcome(await attempt(asked, context), server) : first;
}

interface McpToolCall {
  readonly server: McpServer;
  readonly tool: string;
  readonly input: Json;
  readonly timeout: number;
}

/** `lost`: the session is no more, and the call was not made. */
async function attempt(asked: McpToolCall, context: McpContext): Promise<Outcome | 'lost'> {
  const { server } = asked;
  const { connections, signal } = context;
  let connection: McpConnection;
  try {
    connection = await connections.get(server);
  } catch (error) {
    return signal.aborted ? cancelled() : explainHandshake(error, server, context);
  }
  const tool = connection.tools.find(({ name }) => name === asked.tool);
  if (tool === undefined) return unknownTool(asked, connection);
  const input = checkInput(tool, asked);
  if (!input.ok) return input;
  try {
    const answer = await connection.call(tool.name, input.value, { signal, timeout: asked.timeout });
    return readAnswer(tool, answer, server);
  } catch (error) {
    if (signal.aborted) return cancelled();
    const isLost = isSessionLost(error);
    if (isLost || isPastLimit(error)) connections.drop(server, connection);
    return isLost
      ? 'lost'
      : toMcpFailure(error, `The tool “${tool.name}” of ${describe(server, true)} failed`, server.name);
  }
}

function toOutcome(outcome: Outcome | 'lost', server: McpServer): Outcome {
  if (outcome !== 'lost') return outcome;
  return fail(
    'COMMUNICATION_ERROR',
    `${describe(server)} drops each session immediately. Does it expose the header Mcp-Session-Id to pages (Access-Control-Expose-Headers)?`,
    {
      type: 'mcp',
      reason: 'session',
      server: server.name,
    },
  );
}

function findServer(
  use: string,
  servers: readonly McpServer[],
): Attempt<{ readonly server: McpServer; readonly tool: string }> {
  const [, name = '', tool = ''] = /^mcp[:/]([^/]+)\/(.+)$/.exec(use) ?? [];
  const server = servers.find((each) => each.name === name);
  const [unset] = server === undefined ? [] : listServerVariables([server]);
  if (unset !== undefined) return lacksVariable(name, unset);
  if (server !== undefined) return ok({ server, tool });
  const names = servers.map((each) => each.name);
  const there =
    names.length === 0
      ? 'None is set up: add one under Variables, or by --mcp NAME=URL on the command line.'
      : `This run can use ${names.join(', ')}.`;
  const details = { type: 'mcp', reason: 'unknown_server', server: name, available: names };
  const failure = fail('REFERENCE_ERROR', `There is no MCP server “${name}” here. ${there}`, details);
  return forMissing({ what: 'server', name }, failure);
}

/** A variable that a server names stays as it is written where it has no value. */
function lacksVariable(server: string, name: string): Failure {
  const message = `The MCP server “${server}” needs the variable ${name}, which is not set here. Set it under Variables (on the command line by --secret ${name}).`;
  const details = { type: 'mcp', reason: 'variable', server, name };
  return forMissing({ what: 'variable', name }, fail('CONFIGURATION_ERROR', message, details));
}

function readTimeout(config: JsonObject): Attempt<number> {
  const { timeout } = config;
  if (timeout === undefined || timeout === null) return ok(PATIENCE);
  const parsed = parseDuration(toText(timeout));
  if (parsed.ok) return parsed;
  return fail('CONFIGURATION_ERROR', `config.timeout “${toText(timeout)}” is not a duration: ${parsed.error.reason}`, {
    type: 'mcp',
    reason: 'timeout',
  });
}

function unknownTool({ server, tool }: McpToolCall, { tools, note }: ListedTools): Outcome {
  const names = tools.map(({ name }) => name);
  const there = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`;
  const message = `${describe(server)} has no tool “${tool}”. ${note === null ? there : `${note} ${there}`}`;
  return fail('REFERENCE_ERROR', message, {
    type: 'mcp',
    reason: 'unknown_tool',
    server: server.name,
    tool,
    available: names,
  });
}

function checkInput(tool: McpTool, { input, server }: McpToolCall): Attempt<JsonObject> {
  const given = isJsonObject(input) ? input : null;
  const { errors } = validateJson(tool.inputSchema, input, { fillDefaults: false });
  const [first] = errors;
  if (given !== null && first === undefined) return ok(given);
  const where = first === undefined || first.path === '' ? '' : ` at ${first.path}`;
  return fail(
    'VALIDATION_ERROR',
    `The input of “${tool.name}” of ${describe(server, true)} does not fit${where}: ${first?.message ?? 'it is not a map of values.'}`,
    {
      type: 'mcp',
      reason: 'input',
      server: server.name,
      tool: tool.name,
      errors: errors.map(({ path, message, keyword }) => ({ path, message, keyword })),
    },
  );
}

function readAnswer(tool: McpTool, answer: McpAnswer, server: McpServer): Outcome {
  const { isError, content, structured, lost: noted } = answer;
  const text = content.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n');
  const details = { type: 'mcp', server: server.name, tool: tool.name };
  if (isError)
    return fail(
      'EXECUTION_ERROR',
      text === '' ? `The tool “${tool.name}” of ${describe(server, true)} failed without a message.` : text,
      { ...details, reason: 'tool_error', content: [...content] },
    );
  if (structured === null && tool.outputSchema === null) {
    const { value, lost } = readJson(text);
    return succeed({ text, data: value, content: [...content] }, [
      ...warnOfLost(lost, 'data', 'The exact digits are in “text”.'),
      ...warnOfLost(lostIn('content', noted), 'content', SEND_AS_TEXT),
    ]);
  }
  const { errors } = validateJson(tool.outputSchema ?? {}, structured, { fillDefaults: false });
  const [first] = errors;
  if (structured !== null && first === undefined)
    return succeed(structured, warnOfLost(lostIn('structuredContent', noted), 'output', SEND_AS_TEXT));
  const what =
    first === undefined ? 'nothing came.' : `${first.path === '' ? '' : `at ${first.path}: `}${first.message}`;
  return fail(
    'VALIDATION_ERROR',
    `What “${tool.name}” of ${describe(server, true)} answers does not fit the schema the server declares: ${what}`,
    {
      ...details,
      reason: 'output',
      errors: errors.map(({ path, message, keyword }) => ({ path, message, keyword })),
    },
  );
}

const SEND_AS_TEXT = 'Let the server send such a number as text.';

/** Those in one key of an answer, by their paths in its value. */
function lostIn(key: 'content' | 'structuredContent', lost: readonly LostInteger[]): readonly LostInteger[] {
  return lost.flatMap(({ path, source }) => {
    const inside = path.slice(key.length);
    return path.startsWith(key) && /^[.[]/.test(inside) ? [{ path: inside.replace(/^\./, ''), source }] : [];
  });
}

/** Null also for more JSON than is taken: the text itself is there. */
function readJson(text: string): Pick<ExactJson, 'value' | 'lost'> {
  try {
    return parseExactly(text);
  } catch {
    return { value: null, lost: [] };
  }
}

function describe({ name }: McpServer, isInside = false): string {
  return `${isInside ? 'the' : 'The'} MCP server “${name}”`;
}
