import { type Data, type DataMap, isDataMap } from '../../base/index.ts';
import { collectReferences } from '../../expression/index.ts';
import { exitsOf, type Reference, resolveUse, type Task, type Workflow, walkTasks } from '../../model/index.ts';
import { findBuiltIn } from '../../tools/index.ts';
import { isCredentialField } from './isCredentialField.ts';

/**
 * Names of the variables that reach a credential field of a workflow (`config.api_key: "{{ env.OPENAI_KEY }}"`): they
 * are secrets, whether their owner marked them so or not. Reads agents, tools, memory, the inputs of tasks and what they pass on, and
 * follows `env` maps that give a variable another name.
 */
export function findCredentialVariables(workflow: Workflow): ReadonlySet<string> {
  const names = new Set<string>();
  for (const data of listPlaces(workflow)) collect(data, false, names);
  return addRenamed(workflow, names);
}

/**
 * Names of the variables that are templated into a header, a query, or the user name, password or query of an address. Of a
 * variable that no one marked as a secret or as none, this is where it most likely is one.
 */
export function findSentVariables(workflow: Workflow): ReadonlySet<string> {
  const names = new Set<string>();
  for (const data of listRequests(workflow)) collectSinks(data, names);
  return addRenamed(workflow, names);
}

function addRenamed(workflow: Workflow, names: Set<string>): ReadonlySet<string> {
  const renamings = listEnvs(workflow).flatMap((env) => [...env]);
  // A set is walked with what is added on the way.
  for (const name of names) {
    for (const [key, value] of renamings) if (key === name) collect(value, true, names);
  }
  return names;
}

/** All data of a workflow from which a request may be made. */
export function listPlaces(workflow: Workflow): readonly Data[] {
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

/** What requests are made of: settings of models and memories, of tools that call addresses, and the inputs of these. */
function listRequests(workflow: Workflow): readonly Data[] {
  const { memory, agents, tools } = workflow;
  const places: (Data | undefined)[] = [memory?.data];
  for (const { config, actions, memory: own, tools: owned } of agents)
    places.push(config, own?.data, ...actions.map((action) => action.config), ...owned);
  for (const { use, config } of tools) if (isCaller(use)) places.push(config);
  const callers = new Set<string>();
  for (const { task } of walkTasks(workflow)) if (isCalling(workflow, task)) callers.add(task.id);
  for (const { task } of walkTasks(workflow)) {
    if (callers.has(task.id)) places.push(task.with);
    for (const { target } of exitsOf(task)) if (target.next.some((id) => callers.has(id))) places.push(target.with);
  }
  return places.filter((place) => place !== undefined);
}

function isCalling(workflow: Workflow, task: Task): boolean {
  const use = resolveUse(workflow, task);
  return use.kind === 'tool' ? isCaller(use.tool.use) : use.kind === 'core' && isCaller(task.use);
}

/** Whether a built-in calls addresses. */
function isCaller(use: Reference | null): boolean {
  return use !== null && findBuiltIn(`${use.repo}:${use.package}`)?.secretPlaces !== undefined;
}

/** The maps that give variables to a workflow, and to its agents, tools and tasks. */
export function listEnvs(workflow: Workflow): readonly DataMap[] {
  const envs = [workflow.env, ...[...workflow.agents, ...workflow.tools].map(({ env }) => env)];
  for (const { task } of walkTasks(workflow)) envs.push(task.env);
  return envs.filter((env) => env !== null);
}

function collect(data: Data, isCredential: boolean, names: Set<string>): void {
  if (isDataMap(data)) {
    for (const [key, value] of data) collect(value, isCredential || isCredentialField(key), names);
  } else if (Array.isArray(data)) {
    for (const item of data) collect(item, isCredential, names);
  } else if (isCredential && typeof data === 'string') {
    for (const { root, path } of collectReferences(data)) {
      const [name] = path;
      if (root === 'env' && typeof name === 'string') names.add(name);
    }
  }
}

/** Keys, at any depth, whose whole value is sent next to a message, and those of addresses. */
const SENT_KEYS: ReadonlySet<string> = new Set(['headers', 'query']);
const ADDRESS_KEYS: ReadonlySet<string> = new Set(['url', 'base_url']);

function collectSinks(data: Data, names: Set<string>): void {
  if (Array.isArray(data)) for (const item of data) collectSinks(item, names);
  if (!isDataMap(data)) return;
  for (const [key, value] of data) {
    if (SENT_KEYS.has(key)) collect(value, true, names);
    else if (ADDRESS_KEYS.has(key) && typeof value === 'string')
      for (const name of findAddressVariables(value)) names.add(name);
    else collectSinks(value, names);
  }
}

/** A variable that an expression reads: `env.NAME`, `env['NAME']`. */
const VARIABLE = /\benv\s*(?:\??\.\s*([A-Za-z_][\w-]*)|\??\.?\s*\[\s*(["'])(.*?)\2\s*\])/g;

/**
 * Names of the variables that are templated into the user name, the password or the query of an address: what is there signs a
 * request as often as not (`?api_key=`), and is stored and logged by others where it does not.
 */
export function findAddressVariables(url: string): readonly string[] {
  const written = hideExpressions(url);
  const user = /\/\/([^/?#]*)@/.exec(written);
  const query = written.indexOf('?');
  const parts = [
    ...(user === null ? [] : [url.slice(user.index, user.index + user[0].length)]),
    ...(query === -1 ? [] : [url.slice(query)]),
  ];
  return parts.flatMap((part) => [...part.matchAll(VARIABLE)].map(([, name, , quoted]) => name ?? quoted ?? ''));
}

/** An address with blanks for what its expressions hold outside of quotes: a `?` there is an operator. */
function hideExpressions(url: string): string {
  return url.replace(/\{\{.*?\}\}/gs, (template) =>
    template.replace(/"[^"]*"|'[^']*'|./gs, (part) => (part.length > 1 ? part : ' ')),
  );
}
