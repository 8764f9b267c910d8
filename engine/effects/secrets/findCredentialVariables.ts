import { type Data, type DataMap, isDataMap } from '../../base/index.ts';
import { collectReferences } from '../../expression/index.ts';
import { exitsOf, type Task, type Workflow, walkTasks } from '../../model/index.ts';
import { isCredentialKey } from '../../schema/index.ts';

/**
 * Names of the variables that reach a credential field of a workflow (`config.api_key: "{{ env.OPENAI_KEY }}"`): they
 * are secrets, whether their owner marked them so or not. Reads agents, tools, memory, the inputs of tasks and what they pass on, and
 * follows `env` maps that give a variable another name.
 */
export function findCredentialVariables(workflow: Workflow): ReadonlySet<string> {
  const names = new Set<string>();
  for (const data of listPlaces(workflow)) collect(data, false, names);
  const renamings = listEnvs(workflow).flatMap((env) => [...env]);
  // A set is walked with what is added on the way.
  for (const name of names) {
    for (const [key, value] of renamings) if (key === name) collect(value, true, names);
  }
  return names;
}

function listPlaces(workflow: Workflow): readonly Data[] {
  const { memory, agents, tools } = workflow;
  const places: (Data | undefined)[] = [memory?.data, workflow.env];
  for (const agent of agents) {
    places.push(agent.config, agent.with, agent.env, agent.memory?.data, ...agent.tools);
    places.push(...agent.actions.map((action) => action.config));
  }
  for (const tool of tools) places.push(tool.config, tool.env);
  for (const { task } of walkTasks(workflow)) places.push(task.with, task.env, ...listPassed(task));
  return places.filter((place) => place !== undefined);
}

/** What a task's handlers and routes pass on: it becomes the input of another task. */
function listPassed(task: Task): readonly Data[] {
  return exitsOf(task).map(({ target }) => target.with);
}

function listEnvs(workflow: Workflow): readonly DataMap[] {
  const envs = [workflow.env, ...[...workflow.agents, ...workflow.tools].map(({ env }) => env)];
  for (const { task } of walkTasks(workflow)) envs.push(task.env);
  return envs.filter((env) => env !== null);
}

function collect(data: Data, isCredential: boolean, names: Set<string>): void {
  if (isDataMap(data)) {
    for (const [key, value] of data) collect(value, isCredential || isCredentialKey(key), names);
  } else if (Array.isArray(data)) {
    for (const item of data) collect(item, isCredential, names);
  } else if (isCredential && typeof data === 'string') {
    for (const { root, path } of collectReferences(data)) {
      const [name] = path;
      if (root === 'env' && typeof name === 'string') names.add(name);
    }
  }
}
