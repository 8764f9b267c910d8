import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { callTool, DATA_NOTE, readTexts, SecretMask, type ToolAnswer, writeAnswer } from '../../authoring/index.ts';
import { type JsonObject, stackOf } from '../../base/index.ts';
import { ENGINE_VERSION } from '../../hosts/node/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import type { McpTool, ToolContext } from './McpTool.ts';
import { TOOLS } from './tools/TOOLS.ts';

const INSTRUCTIONS = `Signalbox runs workflows that are YAML files. Start with list and outline; describe explains the format. Change files only with propose: give the hash that outline or read gave, one reason, and small changes. After a refusal follow next and corrected of each finding. Try a change with run, check and drill, which take the id of your proposal. ${DATA_NOTE}`;

/** How many calls one client may have in progress: each may play a hundred runs. */
const MOST_CALLS = 16;

/**
 * The server of `signalbox mcp`, by the library of the protocol; it serves whatever transport is connected to it.
 * @param caller what the client came with, such as `token agent`; null: nothing
 */
export function createMcpServer(context: ToolContext, caller: string | null = null): Server {
  const server = new Server(
    { name: 'signalbox', version: ENGINE_VERSION },
    { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  const mask = new SecretMask();
  let calls = 0;
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map((tool) => toListed(tool, context)),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no such tool. Tools: ${TOOLS.map(({ name }) => name).join(', ')}.`,
      );
    }
    // What came as JSON is JSON.
    const args = (params.arguments ?? {}) as JsonObject;
    const who = [nameOf(server.getClientVersion()), ...(caller === null ? [] : [caller])].join(', ');
    calls += 1;
    try {
      const answer = calls > MOST_CALLS ? TOO_MANY : await call(tool, args, { ...until(context, signal), who });
      const { files } = await context.folder.read();
      // A proposal may hold a secret, too: that of another program, or of a branch.
      const about = await readTexts(context, args);
      const then = about.ok ? about.value.files : files;
      const text = mask.mask(mask.mask(writeAnswer(answer), files), then);
      return { isError: answer.findings !== undefined, content: [{ type: 'text' as const, text }] };
    } finally {
      calls -= 1;
    }
  });
  servePrompts(server);
  serveResources(server, context, mask);
  return server;
}

function call(tool: McpTool, args: JsonObject, context: ToolContext): Promise<ToolAnswer> {
  const onFault = (error: unknown): void => context.io.printError(`${tool.name}: ${stackOf(error)}\n`);
  return callTool(tool, args, { context, onFault });
}

/** The same, for a call that its client may cancel. */
function until({ io, live, ...context }: ToolContext, signal: AbortSignal): ToolContext {
  const stopped = (own: CommandIo): CommandIo => ({ ...own, signal: AbortSignal.any([own.signal, signal]) });
  return { ...context, io: stopped(io), live: live && { ...live, io: stopped(live.io) } };
}

const TOO_MANY: ToolAnswer = {
  says: {},
  findings: [
    {
      code: 'TOO_MANY_CALLS',
      place: '',
      message: `${MOST_CALLS} calls are in progress already.`,
      next: 'Wait for their answers, then call again.',
    },
  ],
};

/** What a client calls itself, on a line; `mcp` where it says nothing. */
function nameOf(client: { readonly name: string; readonly title?: string | undefined } | undefined): string {
  const name = (client?.title ?? client?.name ?? '').replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return name === '' ? 'mcp' : name.slice(0, 60);
}

function servePrompts(server: Server): void {
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: PROMPTS.map(({ name, title, about, takes }) => ({
      name,
      title,
      description: about,
      arguments: takes.map((each) => ({ name: each.name, description: each.about, required: each.isRequired })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const prompt = PROMPTS.find(({ name }) => name === params.name);
    if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, 'There is no such prompt.');
    const text = prompt.say(params.arguments ?? {});
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
}

/** The scheme of addresses of files: `signalbox:flows/orders.yaml`. */
const SCHEME = 'signalbox:';

/** Most characters of a file that is read whole. */
const MOST_TEXT = 200_000;

/** The files of the workspace as resources, for clients that let their user choose some. */
function serveResources(server: Server, { folder }: ToolContext, mask: SecretMask): void {
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const { files } = await folder.read();
    return {
      resources: [...files.keys()].map((path) => ({
        uri: `${SCHEME}${encodeURI(path)}`,
        name: path,
        mimeType: 'application/yaml',
      })),
    };
  });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const { files } = await folder.read();
    const path = [...files.keys()].find((name) => uri === `${SCHEME}${encodeURI(name)}`);
    if (path === undefined) throw new McpError(ErrorCode.InvalidParams, 'There is no such file in the workspace.');
    const text = mask.maskText(files.get(path) ?? '', files).slice(0, MOST_TEXT);
    return { contents: [{ uri, mimeType: 'application/yaml', text }] };
  });
}

function toListed({ name, title, about, input, isReading, mayCall = false }: McpTool, { live }: ToolContext) {
  const calls = mayCall && live !== null;
  return {
    name,
    title,
    description: about,
    inputSchema: { type: 'object' as const, additionalProperties: false, ...toPlain(input) },
    annotations: { readOnlyHint: isReading && !calls, destructiveHint: false, openWorldHint: calls },
  };
}

function toPlain({ properties, required }: McpTool['input']) {
  return {
    properties: properties as Record<string, object>,
    ...(required === undefined ? {} : { required: [...required] }),
  };
}

/** A beginning of a conversation that a client offers its user. */
interface McpPrompt {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly takes: readonly { readonly name: string; readonly about: string; readonly isRequired: boolean }[];
  /** What the user says by it. */
  readonly say: (args: Readonly<Record<string, string>>) => string;
}

const PATH = { name: 'path', about: 'a workflow, such as flows/orders.yaml', isRequired: true } as const;

/** The prompts of `signalbox mcp`. */
const PROMPTS: readonly McpPrompt[] = [
  {
    name: 'new-workflow',
    title: 'Write a workflow',
    about: 'Writes a workflow and its tests from a sentence',
    takes: [{ name: 'request', about: 'what it is to do', isRequired: true }],
    say: ({ request = '' }) =>
      `Write a Signalbox workflow that does this: ${request}\n\nLook at list for how files here are called, look words up with describe, and propose the workflow and a test file next to it (NAME.test.yaml) in one proposal. Try it with draft first. Say what you omitted.`,
  },
  {
    name: 'fix-problems',
    title: 'Fix what check finds',
    about: 'Proposes fixes for the findings of a workflow',
    takes: [PATH],
    say: ({ path = '' }) =>
      `Read what check says of ${path}. For each finding that is a fault, propose the smallest change that fixes it; describe explains a code. Leave findings that are intended, and say which and why.`,
  },
  {
    name: 'handle-failures',
    title: 'Handle failures',
    about: 'Drills a workflow and proposes what handles its failures',
    takes: [PATH],
    say: ({ path = '' }) =>
      `Drill ${path}. For each fault that is unhandled, hangs, repeats something or leaks, say whether it matters here, and propose retries, timeouts and error routes for those that do, with a test for each.`,
  },
];
