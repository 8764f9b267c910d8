import type { AgentSetup } from './agentSetup.ts';
import { toModelTools } from './agentTools.ts';
import { type Answer, addUsage, NO_USAGE, readAnswer, readOutput, type Usage } from './answers.ts';
import { requestCall } from './calls.ts';
import type { ModelMessage, Outcome } from './Effect.ts';
import { errorToJson, runError } from './errors.ts';
import { mismatchError } from './inputs.ts';
import { type Recalled, work } from './memory/agentMemory.ts';
import type { Run } from './Run.ts';
import { callTool } from './tools.ts';
import { failed, type UseRequest, type UseResult } from './UseRequest.ts';

/** How often an answer that does not fit its schema is sent back. */
const REPAIR_TURNS = 2;

/** How a conversation ended: its result, the model's last answer, and what all turns took. */
export interface ConversationEnd {
  readonly result: UseResult;
  readonly answer: Answer | null;
  readonly usage: Usage;
}

/** The turns of one agent call, until one asks for no tool and fits the schema. Lives until then. */
export class Conversation {
  private readonly run: Run;
  private readonly request: UseRequest;
  private readonly setup: AgentSetup;
  private readonly recalled: Recalled;
  private readonly onEnd: (end: ConversationEnd) => void;
  private readonly messages: ModelMessage[];
  private usage = NO_USAGE;
  private steps = 0;
  private repairs = 0;

  constructor(
    run: Run,
    request: UseRequest,
    about: {
      readonly setup: AgentSetup;
      readonly recalled: Recalled;
      readonly onEnd: (end: ConversationEnd) => void;
    },
  ) {
    this.run = run;
    this.request = request;
    this.setup = about.setup;
    this.recalled = about.recalled;
    this.onEnd = about.onEnd;
    const { messages, userText } = about.setup;
    const said: readonly ModelMessage[] = userText === null ? [] : [{ role: 'user', content: userText }];
    this.messages = [...messages, ...about.recalled.messages, ...said];
  }

  /** Asks the model for its next turn. */
  ask(): void {
    const { agent, provider, model, config, instructions, tools, outputSchema, frame } = this.setup;
    requestCall(this.run, this.request.activation, {
      request: {
        type: 'model.call',
        agentId: agent.id,
        provider,
        model,
        config,
        instructions: [instructions, this.recalled.instructions].filter((text) => text !== '').join('\n\n'),
        messages: [...this.messages],
        tools: [...this.recalled.tools, ...toModelTools(tools)],
        outputSchema,
        env: frame.env,
      },
      done: (outcome) => this.take(outcome),
    });
  }

  private take(outcome: Outcome): void {
    if (!outcome.ok) {
      this.end(outcome, null);
      return;
    }
    const answer = readAnswer(outcome.value);
    this.usage = addUsage(this.usage, answer.usage);
    if (answer.toolCalls.length > 0) {
      this.useTools(answer);
      return;
    }
    const output = readOutput(answer, this.setup.outputSchema);
    if (output.errors.length === 0) {
      this.end({ ok: true, value: output.value }, answer);
      return;
    }
    const error = mismatchError(output.errors, {
      type: 'agent.output',
      what: `The answer of agent "${this.setup.agent.id}"`,
    });
    if (this.repairs === REPAIR_TURNS) {
      this.end(failed(error), answer);
      return;
    }
    this.repairs += 1;
    this.messages.push(
      { role: 'assistant', content: answer.text },
      {
        role: 'user',
        content: `${error.message}\nAnswer again with the whole answer, as JSON that fits the schema and nothing else.`,
      },
    );
    this.ask();
  }

  /** Calls what the model asked for, all at once; the results go back to it in the order asked. */
  private useTools(answer: Answer): void {
    this.steps += 1;
    if (this.steps > this.setup.maxSteps) {
      const message = `Agent "${this.setup.agent.id}" still asked for tools after ${this.setup.maxSteps} steps. Raise config.max_steps, or ask for less.`;
      this.end(failed(runError('LIMIT_ERROR', 'agent.steps', message)), answer);
      return;
    }
    this.messages.push({ role: 'assistant', content: answer.text, toolCalls: answer.toolCalls });
    const results = new Map<number, ModelMessage>();
    for (const [index, call] of answer.toolCalls.entries()) {
      this.useTool(call, (content) => {
        results.set(index, { role: 'tool', content, toolCallId: call.id });
        if (results.size < answer.toolCalls.length) return;
        for (const place of answer.toolCalls.keys())
          this.messages.push(...[results.get(place)].filter((message) => message !== undefined));
        this.ask();
      });
    }
  }

  private useTool(call: Answer['toolCalls'][number], done: (content: string) => void): void {
    const { activation, frame } = this.request;
    const { memory, tools } = this.setup;
    if (memory !== null && this.recalled.tools.some(({ name }) => name === call.name)) {
      work(this.run, activation, { memory, input: call.input, done: (content) => done(JSON.stringify(content)) });
      return;
    }
    const found = tools.find(({ name }) => name === call.name);
    if (found === undefined) {
      const names = [...this.recalled.tools, ...tools].map(({ name }) => name).join(', ');
      done(JSON.stringify({ error: `There is no tool "${call.name}". There is: ${names === '' ? 'none' : names}.` }));
      return;
    }
    const back = (result: UseResult): void =>
      done(JSON.stringify(result.ok ? result.value : { error: errorToJson(result.error) }));
    callTool(this.run, { activation, frame, input: call.input, done: back }, found.tool);
  }

  private end(result: UseResult, answer: Answer | null): void {
    this.onEnd({ result, answer, usage: this.usage });
  }
}
