import { type Data, isDataMap } from '../../base/index.ts';
import { collectReferences } from '../../expression/index.ts';
import { type Workflow, walkTasks } from '../../model/index.ts';

/** Keys whose value is a credential: the seed's (`api_key`, `apiKey`, `token`) and those HTTP knows. */
const CREDENTIAL_KEY =
  /^(x[-_])?(api[-_]?key|(access|auth|bearer|refresh)?[-_]?token|(client)?[-_]?secret|password|authorization)$/i;

/**
 * Names of the variables that reach a credential field of a workflow (`config.api_key: "{{ env.OPENAI_KEY }}"`): they
 * are secrets, whether their owner marked them so or not. Reads agents, tools, memory, and what tasks pass on.
 */
export function findCredentialVariables(workflow: Workflow): ReadonlySet<string> {
  const names = new Set<string>();
  const { memory, agents, tools } = workflow;
  collect(memory?.data ?? null, false, names);
  for (const agent of agents) {
    for (const data of [agent.config, agent.with, agent.env, agent.memory?.data ?? null]) collect(data, false, names);
    for (const tool of agent.tools) collect(tool, false, names);
    for (const action of agent.actions) collect(action.config, false, names);
  }
  for (const tool of tools) {
    collect(tool.config, false, names);
    collect(tool.env, false, names);
  }
  for (const { task } of walkTasks(workflow)) collect(task.with, false, names);
  return names;
}

function collect(data: Data, isCredential: boolean, names: Set<string>): void {
  if (isDataMap(data)) {
    for (const [key, value] of data) collect(value, isCredential || CREDENTIAL_KEY.test(key), names);
  } else if (Array.isArray(data)) {
    for (const item of data) collect(item, isCredential, names);
  } else if (isCredential && typeof data === 'string') {
    for (const reference of collectReferences(data)) {
      const name = reference.path[0];
      if (reference.root === 'env' && typeof name === 'string') names.add(name);
    }
  }
}
