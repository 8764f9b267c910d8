import type { Files } from '../../author/index.ts';
import { isJsonObject, type Json, type JsonObject, loadPatterns } from '../../base/index.ts';
import { ENGINE_VERSION, MOST_VIRTUAL_TIME, VirtualDriver } from '../../driver/index.ts';
import { toTemplateWords } from '../../effects/index.ts';
import { askWithin, LiveBudget } from '../../proof/index.ts';
import type { Call, ModelCall, ToolCall } from '../../run/index.ts';
import type { AuthorContext, AuthorTool, ToolAnswer } from '../tools/AuthorTool.ts';
import { callTool } from '../tools/callTool.ts';
import { checkTool } from '../tools/checkTool.ts';
import { describeTool } from '../tools/describeTool.ts';
import { diffTool } from '../tools/diffTool.ts';
import { drillTool } from '../tools/drillTool.ts';
import { listTool } from '../tools/listTool.ts';
import { outlineTool } from '../tools/outlineTool.ts';
import { readTool } from '../tools/readTool.ts';
import { runTool } from '../tools/runTool.ts';
import { SecretMask } from '../tools/SecretMask.ts';
import { escapeUnseen, writeAnswer } from '../tools/writeAnswer.ts';
import { authorWorkflow } from './authorWorkflow.ts';
import type { Conversation, ConversationEnd, ConversationPorts } from './Conversation.ts';
import { Proposing } from './Proposing.ts';
import { writeRequest, writeRules } from './writeRequest.ts';

/** What a model reads and tries with. */
const READING: readonly AuthorTool[] = [
  listTool,
  outlineTool,
  readTool,
  describeTool,
  checkTool,
  runTool,
  drillTool,
  diffTool,
];

/** How many events a conversation may have. */
const MOST_EVENTS = 100_000;

/** How often a model is asked where the budget does not say. */
const MOST_TURNS = 100;

/** How long a sentence of the model's arguments or of a finding is told, in characters. */
const LONGEST = 160;

/**
 * Has a model answer a request by proposals. It reads and tries with the tools of authors, reaches nothing but itself, and is told of each
 * proposal what the check, tests and recorded runs say, until it is done, its rounds are, or its budget is. Nothing is written. Never rejects
 * for what a model does.
 */
export async function converse(conversation: Conversation, ports: ConversationPorts): Promise<ConversationEnd> {
  await loadPatterns();
  return new Talk(conversation, ports).hold();
}

class Talk {
  readonly #conversation: Conversation;
  readonly #ports: ConversationPorts;
  readonly #proposing: Proposing;
  readonly #context: AuthorContext;
  readonly #tools: ReadonlyMap<string, AuthorTool>;
  readonly #budget: LiveBudget;
  readonly #mask = new SecretMask();
  readonly #driver: VirtualDriver<string>;

  constructor(conversation: Conversation, ports: ConversationPorts) {
    const { files, config, limits, prices } = conversation;
    this.#conversation = conversation;
    this.#ports = ports;
    this.#proposing = new Proposing(conversation, ports);
    const texts = { files, unread: [] };
    this.#context = {
      folder: { read: async () => texts },
      proposals: this.#proposing.waiting,
      hashOf: null,
      ports: ports.ports,
      findTests: ports.findTests,
      readRecorded: ports.readRecorded,
    };
    const reading = ports.readRecorded === null ? READING.map(withoutRecorded) : READING;
    const tools = [...reading, this.#proposing.tool];
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#budget = new LiveBudget(limits, prices);
    // Where the budget says how often it is asked, that ends it, in its own words.
    const workflow = authorWorkflow({ ...config, max_steps: (limits.calls ?? MOST_TURNS) + 1 }, tools);
    this.#driver = new VirtualDriver(workflow, ports.now(), { answer: (call) => this.#answer(call) });
  }

  async hold(): Promise<ConversationEnd> {
    const { env, files } = this.#conversation;
    const end = await this.#driver.play(
      {
        type: 'run.started',
        at: this.#driver.now,
        runId: 'assistant',
        input: {
          rules: writeRules(this.#conversation),
          // Files are in it as JSON, the words of the person as they are.
          request: toTemplateWords(
            this.#mask.maskText(this.#mask.mask(writeRequest(this.#conversation), files), files),
          ),
        },
        seed: 1,
        env,
        simulate: false,
        engine: ENGINE_VERSION,
        file: '',
      },
      { events: MOST_EVENTS, time: MOST_VIRTUAL_TIME },
    );
    const { output, error } = this.#driver.view;
    const { last, isRefused } = this.#proposing;
    const stopped = typeof end === 'object' ? end.stop : (error?.message ?? null);
    return {
      proposed: last === null ? null : { proposal: last.proposal, base: last.base },
      said: typeof output === 'string' ? output.trim() : '',
      problem: stopped ?? (last !== null && isRefused ? EARLIER : null),
      spent: this.#budget.spent,
    };
  }

  /** Answers a call, or says why the conversation ends with it. */
  async #answer(call: Call): Promise<string | null> {
    if (this.#ports.signal.aborted) return STOPPED;
    switch (call.type) {
      case 'model.call':
        return this.#ask(call);
      case 'tool.call':
        return this.#use(call);
      case 'memory.call':
        throw new RangeError('An author has no memory');
    }
  }

  async #ask(call: ModelCall): Promise<string | null> {
    const { ask, onStep, signal, now } = this.#ports;
    const [before, begun] = [this.#budget.spent, now()];
    const answer = await askWithin({ ask: () => ask(call), budget: this.#budget }, call);
    if (signal.aborted) return STOPPED;
    const { tokens, cost } = this.#budget.spent;
    const problem = problemOf(answer);
    const taken = cost - before.cost;
    onStep({
      kind: 'model',
      model: call.model === '' ? call.provider : call.model,
      tokens: tokens - before.tokens,
      cost: taken > 0 ? taken : null,
      duration: now() - begun,
      problem,
    });
    if ('refusal' in answer) return problem;
    this.#driver.answer(call, answer.outcome, answer.duration);
    return null;
  }

  async #use(call: ToolCall): Promise<null> {
    const { onFault, onStep } = this.#ports;
    const tool = this.#tools.get(call.toolId ?? '');
    const args = isJsonObject(call.input) ? call.input : {};
    if (tool === undefined) throw new RangeError(`There is no tool ${call.toolId}`);
    const answer = await callTool(tool, args, { context: this.#context, onFault });
    const [finding] = answer.findings ?? [];
    onStep({
      kind: 'tool',
      tool: tool.name,
      about: aboutOf(args),
      problem: finding === undefined ? null : finding.message,
    });
    const value = toValue(answer, this.#mask, this.#conversation.files);
    this.#driver.answer(call, { ok: true, value, simulated: false, warnings: [] }, 0);
    return null;
  }
}

/** A tool that is given no recorded run, where none can be named. */
function withoutRecorded({ input: { properties, required }, ...tool }: AuthorTool): AuthorTool {
  const others = Object.entries(properties).filter(([name]) => name !== 'recorded');
  return {
    ...tool,
    input: { properties: Object.fromEntries(others), ...(required === undefined ? {} : { required }) },
  };
}

const STOPPED = 'You stopped it.';
const EARLIER = 'The last proposal was refused. This is the one before it.';

function problemOf(answer: Awaited<ReturnType<typeof askWithin>>): string | null {
  if ('refusal' in answer) {
    const [first = '', ...others] = answer.refusal;
    return `${first.toUpperCase()}${others.join('')}`;
  }
  return answer.outcome.ok ? null : answer.outcome.error.message;
}

/** What a tool was asked about: the reason of a proposal, a topic, or the names that were given. */
function aboutOf({ why, topic, path, task, agent }: JsonObject): string {
  const words = [why ?? topic ?? task ?? agent ?? path].filter((word) => typeof word === 'string');
  return words.join('').slice(0, LONGEST);
}

/** An answer as the value of a tool: without secrets, and with nothing that a reader would not see. The place of a secret in a run is as its author wrote it. */
function toValue(answer: ToolAnswer, mask: SecretMask, files: Files): Json {
  const value: Json = JSON.parse(mask.mask(writeAnswer(answer), files));
  return mapTexts(value, (text) => escapeUnseen(toTemplateWords(text)));
}

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [change(key), mapTexts(each, change)]));
}
