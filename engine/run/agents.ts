import { type Json, jsonObject } from '../base/index.ts';
import { formatIso } from '../expression/index.ts';
import type { Action, Agent } from '../model/index.ts';
import { type AgentSetup, setUpAgent } from './agentSetup.ts';
import { toModelTools } from './agentTools.ts';
import { type Answer, readAnswer, readOutput } from './answers.ts';
import { requestCall } from './calls.ts';
import type { ModelMessage, Outcome } from './Effect.ts';
import { errorToJson, runError } from './errors.ts';
import { mismatchError } from './inputs.ts';
import type { Run } from './Run.ts';
import { setAgentResult } from './stores.ts';
import { callTool } from './tools.ts';
import { failed, type UseRequest, type UseResult } from './UseRequest.ts';

/** How often an answer that does not fit its schema is sent back. */
const REPAIR_TURNS = 2;

/**
 * Runs an agent's action (format.md 9): turns of its model until one asks for no tool and fits the action's `output`
 * schema. Each model call and each tool call is a recorded step. The result is kept as `agents.<id>`.
 */
export function callAgent(
  run: Run,
  request: UseRequest,
  who: { readonly agent: Agent; readonly action: Action | null },
): void {
  const setup = setUpAgent(run, request, who);
  if (setup.ok) new Conversation(run, request, setup.value).ask();
  else finish(request, { agentId: who.agent.id, result: failed(setup.error) });
}

/** The turns of one agent call. Lives until the model's answer is final. */
class Conversation {
  private readonly run: Run;
  private readonly request: UseRequest;
  private readonly setup: AgentSetup;
  private readonly messages: ModelMessage[];
  private steps = 0;
  private repairs = 0;

  constructor(run: Run, request: UseRequest, setup: AgentSetup) {
    this.run = run;
    this.request = request;
    this.setup = setup;
    this.messages = [...setup.messages];
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
        instructions,
        messages: [...this.messages],
        tools: toModelTools(tools),
        outputSchema,
        env: frame.env,
      },
      done: (outcome) => this.take(outcome),
    });
  }

  private take(outcome: Outcome): void {
    if (!outcome.ok) {
      this.end(outcome);
      return;
    }
    const answer = readAnswer(outcome.value);
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
      this.end(failed(error));
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
      this.end(failed(runError('LIMIT_ERROR', 'agent.steps', message)));
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
    const found = this.setup.tools.find(({ name }) => name === call.name);
    if (found === undefined) {
      const names = this.setup.tools.map(({ name }) => name).join(', ');
      done(JSON.stringify({ error: `There is no tool "${call.name}". There is: ${names === '' ? 'none' : names}.` }));
      return;
    }
    const { activation, frame } = this.request;
    const back = (result: UseResult): void =>
      done(JSON.stringify(result.ok ? result.value : { error: errorToJson(result.error) }));
    callTool(this.run, { activation, frame, input: call.input, done: back }, found.tool);
  }

  private end(result: UseResult, answer?: Answer): void {
    finish(this.request, {
      agentId: this.setup.agent.id,
      result,
      metadata: toMetadata(this.run, this.setup, answer),
    });
  }
}

function finish(request: UseRequest, made: { agentId: string; result: UseResult; metadata?: Json }): void {
  const { result } = made;
  const output = result.ok ? { data: result.value, metadata: made.metadata ?? null } : null;
  setAgentResult(request.frame.store, made.agentId, output, result.ok ? null : errorToJson(result.error));
  request.done(result);
}

function toMetadata(run: Run, setup: AgentSetup, answer: Answer | undefined): Json {
  return jsonObject([
    ['model', answer?.model ?? setup.model],
    ['timestamp', formatIso(run.now)],
    ['provider', setup.provider],
    ['usage', answer?.usage ?? null],
    ['simulated', answer?.simulated ?? false],
  ]);
}
