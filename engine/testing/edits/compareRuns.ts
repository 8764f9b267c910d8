import { isJsonObject, type Json } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { childrenOf, readWorkflow, walkTasks } from '../../model/index.ts';
import type { Call } from '../../run/index.ts';
import { parseSyntax } from '../../syntax/index.ts';
import { runScript, type ScriptedAnswer } from '../runScript.ts';
import { ScriptedMemory } from '../ScriptedMemory.ts';
import { answerAgent, parse } from '../simulation/agents.ts';
import { questionOf, replyTo, type Scenario, toOutcome } from '../simulation/Scenario.ts';

/** A document, what it starts with, and what is outside of it. */
export interface RunnableDocument {
  readonly text: string;
  readonly input: Json;
  /** Absent: calls are answered with their input, and signals come with `{ok: true}`. */
  readonly scenario?: Scenario;
}

/** What a run did that a person or another program could see. */
export interface RunTrace {
  readonly status: string;
  readonly code: string | null;
  /** Of a document with `outputs`; of another, what its last tasks gave depends on the container they are in. */
  readonly output: Json;
  /** Each call with its input, sorted: which of two branches comes first is not part of a workflow's meaning. */
  readonly calls: readonly string[];
  /**
   * How each task that holds no others ended each time, and what it gave, by id, sorted as calls are; tasks that did not start are
   * omitted.
   */
  readonly tasks: Readonly<Record<string, readonly string[]>>;
}

/** Where a document is after a command. */
interface After {
  readonly files: ReadonlyMap<string, string>;
  /** Ids before by the ids after, where they differ. */
  readonly names: ReadonlyMap<string, string>;
}

/** Most inputs of a run: what takes longer is no part of these tests. */
const MOST_INPUTS = 1500;

/** Runs a document on the virtual clock; null where it does not end by itself. Its ids are given as they were before a command. */
export function traceRun(document: RunnableDocument, after?: After): RunTrace | null {
  const text = after?.files.get('test.yaml') ?? document.text;
  const before = (id: string): string => after?.names.get(id) ?? id;
  const world = createWorld(document, before);
  const run = runScript(text, {
    input: document.input,
    answers: new Proxy({}, { get: () => world.answer }),
    memory: world.answer,
    inputs: listSignals(document),
    mostInputs: MOST_INPUTS,
    ...(after === undefined ? {} : { files: after.files }),
  });
  if (!run.isFinished) return null;
  const { view } = run;
  const containers = listContainers(text, after?.files);
  const ends = new Map<string, string[]>();
  for (const { taskId, status, output, error } of view.activations.values()) {
    if (status === 'pending' || status === 'skipped' || containers.has(taskId)) continue;
    const end = JSON.stringify({ status, output: sortKeys(output ?? null, before), code: error?.code ?? null });
    ends.set(before(taskId), [...(ends.get(before(taskId)) ?? []), end].sort());
  }
  return {
    status: view.status,
    code: view.error?.code ?? null,
    output: 'outputs' in readTop(text) ? sortKeys(view.output ?? null, before) : null,
    calls: run.calls
      .filter(({ type }) => type !== 'memory.call')
      .map((call) => withNamesBefore(describeCall(call, before), after?.names))
      .sort(),
    tasks: Object.fromEntries(ends),
  };
}

function readTop(text: string): object {
  const { outputs } = readWorkflow(parseSyntax(text));
  return outputs === null ? {} : { outputs };
}

function listContainers(text: string, files?: ReadonlyMap<string, string>): ReadonlySet<string> {
  const { workflow, imports } = analyze('test.yaml', text, undefined, files);
  const holding = [...walkTasks(imports?.workflow ?? workflow)].filter(({ task }) => childrenOf(task).length > 0);
  return new Set(holding.map(({ task }) => task.id));
}

function describeCall(call: Call, before: (id: string) => string): string {
  const said =
    call.type === 'tool.call'
      ? call.input
      : call.type === 'model.call'
        ? call.messages.map(({ content }) => content)
        : null;
  return `${before(call.taskId)} ${call.type} ${JSON.stringify(sortKeys(said))}`;
}

/**
 * The order of keys is no part of a value; models get values as JSON. What a container gives has the ids of its tasks as keys:
 * they are as they were.
 */
function sortKeys(value: Json, before: (key: string) => string = (key) => key): Json {
  if (typeof value === 'string') {
    const inner = /^[{[]/.test(value) ? parse(value) : null;
    return inner === null ? value : sortKeys(inner, before);
  }
  if (Array.isArray(value)) return value.map((each) => sortKeys(each, before));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [before(key), sortKeys(inner, before)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Models are told what agents are called. */
function withNamesBefore(text: string, names: After['names'] = new Map()): string {
  return [...names].reduce(
    (told, [now, before]) => told.replaceAll(`agent \\"${now}\\"`, `agent \\"${before}\\"`),
    text,
  );
}

interface ScriptedWorld {
  answer(call: Call): ScriptedAnswer;
}

/** Answers as the scenario's server and models do, which know tasks by their ids before the command. */
function createWorld({ scenario }: RunnableDocument, before: (id: string) => string): ScriptedWorld {
  const memory = new ScriptedMemory();
  return {
    answer(call) {
      if (scenario === undefined)
        return {
          value: call.type === 'tool.call' ? call.input : call.type === 'memory.call' ? memory.answer(call) : null,
        };
      const asked: Call = { ...call, taskId: before(call.taskId) };
      const script = scenario.agents.get(asked.taskId);
      const question = questionOf(asked);
      const outcome =
        script === undefined
          ? answerPlain(scenario, asked, memory)
          : answerAgent(scenario, script, { call: asked, memory });
      if (outcome === null) return { never: true };
      if (outcome.ok) return { value: outcome.value };
      return {
        error: outcome.error.code,
        details: question.input,
        ...(outcome.retryAfter === null ? {} : { retryAfter: outcome.retryAfter }),
      };
    },
  };
}

function answerPlain(scenario: Scenario, call: Call, memory: ScriptedMemory) {
  if (call.type === 'memory.call') return { ok: true, value: memory.answer(call) } as const;
  const question = questionOf(call);
  return toOutcome(replyTo(scenario, question), question);
}

/** Every signal that a scenario sends, or that a document waits for. */
function listSignals({ text, scenario }: RunnableDocument) {
  const waited = [...walkTasks(analyze('test.yaml', text).workflow)].flatMap(({ task }) =>
    task.type === 'wait' && typeof task.config.signal === 'string' ? [[task.config.signal, { ok: true }] as const] : [],
  );
  return [...(scenario?.signals ?? waited)].map(([name, payload]) => ({
    after: 0,
    type: 'signal.received' as const,
    name,
    payload,
  }));
}
