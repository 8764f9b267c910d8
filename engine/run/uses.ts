import { type Agent, CORE_TOOLS, resolveUse, type Workflow } from '../model/index.ts';
import { callAgent } from './agents.ts';
import { requestCall } from './calls.ts';
import type { RunError } from './Effect.ts';
import { runError } from './errors.ts';
import { callMemoryTool, isMemoryTool } from './memory/memoryTool.ts';
import type { Run } from './Run.ts';
import { callTool, toolOfDefinition } from './tools.ts';
import { failed, toUseResult, type UseRequest } from './UseRequest.ts';

/** Runs what a task uses: an agent, a tool, a built-in (format.md 3); without `use`, its output is its input. */
export function runUse(run: Run, request: UseRequest): void {
  const { activation } = request;
  const { task } = activation;
  const { workflow } = run.program;
  if (task.import !== null && task.use === null) {
    const message = `Task "${task.id}" imports "${task.import}", which is not in this workspace. Add the file, or write the definition here.`;
    request.done(failed(runError('IMPORT_ERROR', 'import', message, { import: task.import })));
    return;
  }
  const use = resolveUse(workflow, task);
  switch (use.kind) {
    case 'none':
      request.done({ ok: true, value: request.input });
      return;
    case 'agent':
      if (use.action === null && (task.action !== null || use.agent.actions.length > 1)) {
        request.done(failed(actionError(task.action, use.agent)));
        return;
      }
      callAgent(run, request, { agent: use.agent, action: use.action });
      return;
    case 'tool':
      callTool(run, request, toolOfDefinition(use.tool));
      return;
    case 'core':
      requestPackage(run, request, task.use?.text ?? `core:${use.name}`);
      return;
    case 'mcp':
      requestPackage(run, request, `mcp:${use.server}/${use.tool}`);
      return;
    case 'unresolved':
      if (run.started?.simulate === true) requestPackage(run, request, use.text);
      else request.done(failed(unresolvedError(workflow, { taskId: task.id, text: use.text })));
  }
}

/** A built-in or a package named by the task itself: it has no configuration or schema of its own here. */
function requestPackage(run: Run, request: UseRequest, use: string): void {
  if (isMemoryTool(use)) {
    callMemoryTool(run, request, { config: {}, done: request.done });
    return;
  }
  requestCall(run, request.activation, {
    request: {
      type: 'tool.call',
      use,
      toolId: null,
      input: request.input,
      config: {},
      outputSchema: null,
      env: request.frame.env,
    },
    done: (outcome) => request.done(toUseResult(outcome)),
  });
}

function actionError(action: string | null, agent: Agent): RunError {
  const names = agent.actions.map(({ id }) => id).join(', ');
  const message =
    action === null
      ? `Agent "${agent.id}" has several actions. Name one with \`action\`: ${names}.`
      : `Agent "${agent.id}" has no action "${action}". It has: ${names === '' ? 'none' : names}.`;
  return runError('REFERENCE_ERROR', 'reference.action', message);
}

function unresolvedError(workflow: Workflow, place: { taskId: string; text: string }): RunError {
  const available = [
    ...workflow.agents.map(({ id }) => `agent:${id}`),
    ...workflow.tools.map(({ id }) => `tool:${id}`),
    ...CORE_TOOLS.map((name) => `core:${name}`),
  ];
  const message = `Nothing is known as "${place.text}", which task "${place.taskId}" uses. There is: ${available.join(', ')}. A simulated run answers it without it.`;
  return runError('REFERENCE_ERROR', 'reference.use', message, { use: place.text, available });
}
