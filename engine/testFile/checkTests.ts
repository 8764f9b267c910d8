import { type Json, toJson } from '../base/index.ts';
import { type Analysis, effectiveWorkflow, type GraphNode } from '../graph/index.ts';
import { configOf, type Workflow, walkTasks } from '../model/index.ts';
import { validateJson } from '../schema/index.ts';
import type { Path } from '../text/index.ts';
import { type AnswerForm, agentTools, answerForm } from './answerSchema.ts';
import { canRunBeside, checkDataset, findFollowing } from './checkDataset.ts';
import type { Findings } from './Findings.ts';
import type { Answer, TaskAnswers, TestCase, TestFile, TestSignal } from './TestFile.ts';
import { findLike, findNamed } from './taskNames.ts';

/** Adds what is wrong in tests of this workflow: tasks, answers, signals and ways that it does not have. Patterns must be loaded. */
export function checkTests(file: TestFile, analysis: Analysis, findings: Findings): void {
  const check = new TestCheck(analysis, findings);
  for (const test of file.tests) check.test(test);
  for (const dataset of file.datasets) {
    check.test(dataset.test, true);
    checkDataset(dataset, analysis, findings);
  }
}

type AgentTools = ReadonlyMap<string, AnswerForm>;

class TestCheck {
  readonly #analysis: Analysis;
  readonly #workflow: Workflow;
  readonly #findings: Findings;

  constructor(analysis: Analysis, findings: Findings) {
    this.#analysis = analysis;
    this.#workflow = effectiveWorkflow(analysis);
    this.#findings = findings;
  }

  /** `hasRow`: its answers and payloads are templates, whose values are known with a row. */
  test({ answers, pins = [], signals, expect, path }: TestCase, hasRow = false): void {
    for (const { task, path: place } of pins) this.#find(task, place);
    for (const each of answers) this.#answers(each, hasRow);
    for (const signal of signals) this.#signal(signal, hasRow);
    const own = [...path, 'expect'];
    for (const { task, path: place } of expect.tasks) this.#find(task, place);
    for (const [index, task] of expect.never.entries()) this.#find(task, [...own, 'never', index]);
    this.#path(expect.path, expect.isExactPath ? [...own, 'path', 'exactly'] : [...own, 'path']);
  }

  #find(name: string, path: Path): GraphNode | undefined {
    const { graph } = this.#analysis;
    const node = findNamed(graph, name);
    if (node !== undefined) return node;
    const like = findLike(graph, name);
    const hint = like === null ? `It has ${[...graph.nodes.keys()].slice(0, 20).join(', ')}.` : `Is it “${like}”?`;
    this.#findings.add('TEST_TASK', path, `The workflow has no task “${name}”. ${hint}`);
    return undefined;
  }

  #answers({ task, answers, path }: TaskAnswers, hasRow: boolean): void {
    const node = this.#find(task, path);
    if (node === undefined) return;
    const form = answerForm(this.#workflow, node.task);
    if (form === null) {
      const message = `The task “${task}” calls nothing, so that it needs no answer. Take it out, or name the task that makes the call.`;
      this.#findings.add('TEST_ANSWER', path, message);
      return;
    }
    const tools = agentTools(this.#workflow, node.task);
    for (const answer of answers) {
      const own = this.#formOf(answer, { task, form, tools });
      if (own !== null && !(hasRow && answer.kind === 'output' && hasTemplates(answer.output)))
        this.#output(task, answer, own);
    }
  }

  /** What an answer must be like: that of the task, or of one of the tools of its agent. Null, and told: there is no such call. */
  #formOf(
    answer: Answer,
    { task, form, tools }: { readonly task: string; readonly form: AnswerForm; readonly tools: AgentTools | null },
  ): AnswerForm | null {
    const tool = 'tool' in answer ? answer.tool : undefined;
    if (tool === undefined && answer.kind !== 'tools') return form;
    if (tools === null) {
      const key = tool === undefined ? 'tool_calls' : 'tool';
      const message = `“${task}” uses no agent, whose model would call tools. Take \`${key}\` out.`;
      this.#findings.add('TEST_ANSWER', [...answer.path, key], message);
      return null;
    }
    const known = tool === undefined ? form : tools.get(tool);
    if (known !== undefined) return known;
    const hint = tools.size === 0 ? 'It has no tools.' : `It has ${[...tools.keys()].slice(0, 20).join(', ')}.`;
    const message = `The agent of “${task}” has no tool “${tool}”. ${hint}`;
    this.#findings.add('TEST_ANSWER', [...answer.path, 'tool'], message);
    return null;
  }

  #output(task: string, answer: Answer, { schema, isPartial, takesText, source }: AnswerForm): void {
    if (answer.kind !== 'output' || schema === null || (takesText === true && typeof answer.output === 'string'))
      return;
    const wrong = validateJson(schema, answer.output).errors.find(
      ({ keyword }) => !(isPartial && keyword === 'required'),
    );
    if (wrong === undefined) return;
    const place = [...answer.path, 'output', ...stepsOf(wrong.path)];
    const where = wrong.path === '' ? '' : ` at ${wrong.path}`;
    this.#findings.add(
      'TEST_ANSWER',
      place,
      `This is not what “${task}” can get from ${source}${where}: ${wrong.message.replace(/\.$/, '')}. Change it, or the schema of the output.`,
    );
  }

  #signal({ name, payload, path }: TestSignal, hasRow: boolean): void {
    if (name === '') return;
    const waits = walkTasks(this.#workflow).flatMap(({ task }) => {
      const { signal = null, signalSchema = null } = configOf(task);
      return signal === null ? [] : [{ task, signal, signalSchema }];
    });
    // A name that is made while it runs may be any.
    if (waits.some(({ signal }) => typeof signal !== 'string' || signal.includes('{{'))) return;
    const takers = waits.filter(({ signal }) => signal === name);
    if (takers.length === 0) {
      const names = [...new Set(waits.flatMap(({ signal }) => (typeof signal === 'string' ? [signal] : [])))];
      const hint = names.length === 0 ? 'No task waits for a signal.' : `Tasks wait for ${names.join(', ')}.`;
      this.#findings.add('TEST_SIGNAL', [...path, 'name'], `No task waits for the signal “${name}”. ${hint}`);
    }
    if (hasRow && hasTemplates(payload)) return;
    const problems = takers.map(({ task, signalSchema }) => ({
      id: task.id,
      error: signalSchema === null ? undefined : validateJson(toJson(signalSchema), payload).errors[0],
    }));
    const [first] = problems;
    if (first?.error === undefined || problems.some(({ error }) => error === undefined)) return;
    const message = `The payload is refused by “${first.id}”${first.error.path === '' ? '' : ` at ${first.error.path}`}: ${first.error.message.replace(/\.$/, '')}. Change it to fit signal_schema.`;
    this.#findings.add('TEST_SIGNAL', [...path, 'payload', ...stepsOf(first.error.path)], message);
  }

  #path(names: readonly string[], path: Path): void {
    let before: GraphNode | null = null;
    for (const [index, name] of names.entries()) {
      const node = this.#find(name, [...path, index]);
      if (node === undefined) return;
      if (before === null && !node.isReachable)
        this.#findings.add('TEST_PATH', [...path, index], `No run reaches “${name}”. Connect it, or remove it.`);
      if (before !== null && !this.#canStartAfter(before.id, node.id)) {
        const message = `“${name}” can never start after “${before.id}”: no way leads from there to it. Change the order, or the workflow.`;
        this.#findings.add('TEST_PATH', [...path, index], message);
      }
      before = node;
    }
  }

  #canStartAfter(before: string, id: string): boolean {
    const { graph } = this.#analysis;
    return findFollowing(graph, before).has(id) || canRunBeside(graph, before, id);
  }
}

function hasTemplates(value: Json): boolean {
  return JSON.stringify(value).includes('{{');
}

function stepsOf(pointer: string): Path {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key.replaceAll('~1', '/').replaceAll('~0', '~')));
}
