import type { Agent } from '../../model/index.ts';
import { BUILT_INS, builtInUse } from '../../tools/index.ts';
import type { RunError } from '../contract/Effect.ts';
import { runError } from '../contract/errors.ts';
import { failed } from '../contract/UseResult.ts';
import { callMemoryTool, isMemoryTool } from '../memory/memoryTool.ts';
import { toolOfDefinition } from '../program/CallableTool.ts';
import { requestCall } from '../requests/calls.ts';
import { tellKnown } from '../requests/tellKnown.ts';
import type { UseRequest } from '../requests/UseRequest.ts';
import type { Run } from '../state/Run.ts';
import { useOf } from '../state/useOf.ts';
import { callAgent } from './agents.ts';
import { callTool } from './tools.ts';

/** Runs what a task uses: an agent, a tool, a built-in (format.md 3); without `use`, its output is its input. */
export function runUse(run: Run, request: UseRequest): void {
  const { activation } = request;
  const { task } = activation;
  if (task.import !== null && task.use === null) {
    const message = `Task "${task.id}" imports "${task.import}", which is not in this workspace. Add the file, or write the definition here.`;
    run.machine.resume(
      run,
      request.continuation,
      failed(runError('IMPORT_ERROR', 'import', message, { import: task.import })),
    );
    return;
  }
  const use = useOf(run, task);
  switch (use.kind) {
    case 'none':
      run.machine.resume(run, request.continuation, { ok: true, value: request.input });
      return;
    case 'agent':
      if (use.action === null && (task.action !== null || use.agent.actions.length > 1)) {
        run.machine.resume(run, request.continuation, failed(actionError(task.action, use.agent)));
        return;
      }
      callAgent(run, request, { agent: use.agent, action: use.action });
      return;
    case 'tool':
      callTool(run, request, { tool: toolOfDefinition(use.tool), name: null });
      return;
    case 'core':
      requestPackage(run, request, task.use?.text ?? `core:${use.name}`);
      return;
    case 'mcp':
      requestPackage(run, request, `mcp:${use.server}/${use.tool}`);
      return;
    case 'unresolved':
      if (run.started?.simulate === true) requestPackage(run, request, use.text);
      else
        run.machine.resume(
          run,
          request.continuation,
          failed(unresolvedError(run, { taskId: task.id, text: use.text })),
        );
  }
}

/** A built-in or a package named by the task itself: it has no configuration or schema here. */
function requestPackage(run: Run, request: UseRequest, use: string): void {
  if (isMemoryTool(use)) {
    callMemoryTool(run, request, {});
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
    continuation: request.continuation,
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

function unresolvedError(run: Run, place: { taskId: string; text: string }): RunError {
  const { workflow } = run.program;
  const available = [
    ...workflow.agents.map(({ id }) => `agent:${id}`),
    ...workflow.tools.map(({ id }) => `tool:${id}`),
    ...BUILT_INS.map(builtInUse),
  ];
  const message = `Nothing is known as "${place.text}", which task "${place.taskId}" uses. ${tellKnown(run, available)} A simulated run answers it without it.`;
  return runError('REFERENCE_ERROR', 'reference.use', message, { use: place.text, available });
}
