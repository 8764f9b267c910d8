import { type Data, isDataMap } from '../base/index.ts';
import { TASK_TYPES } from '../model/index.ts';
import { entryOf, followAlias, type Syntax, type SyntaxNode, toNodeData } from '../syntax/index.ts';
import { valueAt } from './Conversion.ts';

/** A program whose workflows are told from those of this format by their shape. */
export interface Program {
  /** As people call it. */
  readonly name: string;
  /** What only its files have, as it is written there, the first at the top; empty where a document is not one of its. */
  readonly marks: (document: Data) => readonly string[];
  /** What its parts are here: continues after a colon. */
  readonly advice: string;
}

/** Files of these were seen in the place of workflows. The first whose marks a document has counts. */
export const PROGRAMS: readonly Program[] = [
  {
    name: 'n8n',
    marks: (document) => {
      const nodes = itemsAt(document, 'nodes');
      const isNode = nodes.some((node) => /^(?:@[\w-]+\/)?n8n-nodes-/.test(textAt(node, 'type')));
      return isNode || (nodes.length > 0 && isDataMap(valueAt(document, 'connections')))
        ? ['nodes', 'connections']
        : [];
    },
    advice:
      'each node is a task, each connection “on_success: { next: … }” of the task before, an IF or Switch a decision, and “{{ $json.x }}” is “{{ input.x }}”.',
  },
  {
    name: 'AWS Step Functions',
    marks: (document) =>
      typeof valueAt(document, 'StartAt') === 'string' && isDataMap(valueAt(document, 'States'))
        ? ['StartAt', 'States']
        : valuesAt(document, 'Resources').some((resource) => /^AWS::.*::StateMachine$/.test(textAt(resource, 'Type')))
          ? ['Resources', 'AWS::…::StateMachine']
          : [],
    advice:
      'each state is a task, “Next” is “on_success: { next: … }”, “Catch” is “on_error”, a Choice is a decision, a Map a collection, and “$.x” is “{{ input.x }}”.',
  },
  {
    name: 'GitHub Actions',
    marks: (document) => {
      const jobs = valuesAt(document, 'jobs');
      if (jobs.some((job) => has(job, 'runs-on') || (has(document, 'on') && has(job, 'steps', 'uses'))))
        return ['jobs', ...(has(document, 'on') ? ['on'] : []), 'steps'];
      const using = textAt(valueAt(document, 'runs'), 'using');
      return using === '' ? [] : ['runs', `using: ${using}`];
    },
    advice:
      'each step is a task with a “use”, “needs: x” is “on_success: { next: … }” of x, and “${{ x }}” is “{{ x }}”.',
  },
  {
    name: 'Serverless Workflow',
    marks: (document) => {
      if (has(valueAt(document, 'document'), 'dsl')) return ['document', 'dsl', 'do'];
      const isEarly = has(document, 'specVersion') || itemsAt(document, 'states').some((state) => has(state, 'type'));
      return isEarly && itemsAt(document, 'states').length > 0 ? ['states', 'specVersion'] : [];
    },
    advice:
      'each entry of “do” or “states” is a task, “then” is “on_success: { next: … }”, “switch” is a decision, “for” a collection, “try” is “on_error”, and “${ .x }” is “{{ input.x }}”.',
  },
  {
    name: 'Kestra',
    marks: (document) => {
      const isKestra = itemsAt(document, 'tasks').some((task) =>
        /^(?:[a-z]\w*\.){3,}[A-Z]\w*$/.test(textAt(task, 'type')),
      );
      return isKestra ? ['tasks', 'type: io.kestra.…'] : [];
    },
    advice:
      'each task gets a type of this format and a “use” that says what it runs, what comes next is “on_success: { next: … }”, “inputs” is “schema.input”, and “{{ outputs.x.y }}” is “{{ tasks.x.output.y }}”.',
  },
  {
    name: 'Compozy',
    marks: (document) =>
      textAt(document, 'apiVersion').startsWith('compozy.')
        ? [`apiVersion: ${textAt(document, 'apiVersion')}`, ...(has(document, 'graph') ? ['graph'] : [])]
        : [],
    advice:
      'each node of “graph” is a task, each edge “on_success: { next: … }” of the task before, a “run-agent” node uses an agent (“use: agent:…”), “inputs” is “schema.input”, and “{{ .nodes.x.output }}” is “{{ tasks.x.output }}”.',
  },
  {
    name: 'Microsoft Foundry',
    marks: (document) => {
      const isWorkflow = /^workflow$/i.test(textAt(document, 'kind')) && !has(document, 'apiVersion');
      const actions = [...itemsAt(document, 'actions'), ...itemsAt(valueAt(document, 'trigger'), 'actions')];
      return isWorkflow && actions.some((action) => has(action, 'kind')) ? ['kind', 'trigger', 'actions'] : [];
    },
    advice:
      'each action is a task that names the next one, “on_success: { next: … }”, InvokeAzureAgent uses an agent (“use: agent:…”), If and ConditionGroup are a decision, Foreach is a collection, and “=Local.X” is what a task gave, “{{ tasks.x.output }}”.',
  },
  {
    name: 'Azure Logic Apps',
    marks: (document) => {
      const flow = valueAt(document, 'definition') ?? document;
      const isFlow = textAt(flow, '$schema').includes('Microsoft.Logic') && has(flow, 'actions');
      return isFlow ? [flow === document ? '$schema' : 'definition', 'triggers', 'actions'] : [];
    },
    advice:
      "each action is a task, “runAfter” is “on_success: { next: … }” of the action before, If and Switch are a decision, Foreach is a collection, and “@{body('x')}” is “{{ tasks.x.output }}”.",
  },
  {
    name: 'Google Cloud Workflows',
    marks: (document) => {
      const steps = itemsAt(valueAt(document, 'main'), 'steps');
      return steps.length > 0 && steps.every(isDataMap) ? ['main', 'steps'] : [];
    },
    advice:
      'each step is a task, “next” is “on_success: { next: … }”, “switch” is a decision, “for” a collection, “try” and “except” are “on_error”, and “${x}” is “{{ x }}”.',
  },
  {
    name: 'Argo Workflows',
    marks: (document) => markVersion(document, /^argoproj\.io\//),
    advice:
      'each step is a task with a “use”, “dependencies: [x]” is “on_success: { next: … }” of x, and “{{inputs.parameters.x}}” is “{{ workflow.input.x }}”.',
  },
  {
    name: 'Tekton',
    marks: (document) => markVersion(document, /^tekton\.dev\//),
    advice:
      'each task is a task with a “use”, “runAfter: [x]” is “on_success: { next: … }” of x, and “$(params.x)” is “{{ workflow.input.x }}”.',
  },
  {
    name: 'Netflix Conductor',
    marks: (document) =>
      itemsAt(document, 'tasks').some((task) => has(task, 'taskReferenceName'))
        ? ['tasks', 'taskReferenceName', 'inputParameters']
        : [],
    advice:
      'each task names the next one, “on_success: { next: … }”, SWITCH is a decision, FORK_JOIN a parallel task, and “${x.output.y}” is “{{ tasks.x.output.y }}”.',
  },
  {
    name: 'Dify',
    marks: (document) =>
      isDataMap(valueAt(valueAt(document, 'workflow'), 'graph')) ? ['workflow', 'graph', 'kind: app'] : [],
    advice:
      'each node of the graph is a task, each edge “on_success: { next: … }”, an LLM node uses an agent, an if-else node is a decision, and “{{#x.y#}}” is “{{ tasks.x.output.y }}”.',
  },
  {
    name: 'Windmill',
    marks: (document) => (itemsAt(valueAt(document, 'value'), 'modules').length > 0 ? ['value', 'modules'] : []),
    advice:
      'each module is a task that names the next one, “on_success: { next: … }”, a forloopflow is a collection, a branchone a decision, and “results.x” is “{{ tasks.x.output }}”.',
  },
];

/** The version and the kind of a document of Kubernetes. */
function markVersion(document: Data, version: RegExp): readonly string[] {
  const written = textAt(document, 'apiVersion');
  return version.test(written) ? [`apiVersion: ${written}`, `kind: ${textAt(document, 'kind')}`] : [];
}

function has(data: Data | undefined, ...keys: readonly string[]): boolean {
  return keys.some((key) => valueAt(data, key) !== undefined);
}

function textAt(data: Data | undefined, key: string): string {
  const value = valueAt(data, key);
  return typeof value === 'string' ? value : '';
}

function itemsAt(data: Data | undefined, key: string): readonly Data[] {
  const list = valueAt(data, key);
  return Array.isArray(list) ? list : [];
}

function valuesAt(data: Data, key: string): readonly Data[] {
  const map = valueAt(data, key);
  return isDataMap(map) ? [...map.values()] : [];
}

/** A workflow of another program, which nothing here reads or rewrites. */
export interface ForeignWorkflow {
  /** The program, as people call it. */
  readonly program: string;
  /** What tells it, as it is written: `nodes`, `apiVersion: x`; the first is a key at the top. */
  readonly marks: readonly string[];
  /** What its parts are here: continues after a colon. */
  readonly advice: string;
}

/**
 * The program that a document is written for, where that is another one; null for a document of this format, with whatever
 * slips, and for what is told apart from neither. A list counts for what its first item is: some programs export several.
 */
export function findProgram({ root }: Pick<Syntax, 'root'>): ForeignWorkflow | null {
  // Told without reading all of it, which each check of a document of this format would do.
  if (isOurs(root)) return null;
  const data = toNodeData(root);
  const document: Data | undefined = Array.isArray(data) ? data[0] : data;
  if (!isDataMap(document)) return null;
  for (const { name, marks, advice } of PROGRAMS) {
    const found = marks(document);
    // Further keys at the top are told where the document has them.
    if (found.length > 0)
      return { program: name, marks: found.filter((mark, at) => at === 0 || isThere(data, mark)), advice };
  }
  return null;
}

/** Whether anything at the top is a task of a type that only this format has, whatever else is there. */
function isOurs(root: SyntaxNode | null): boolean {
  const document = root?.kind === 'list' ? (root.items[0]?.value ?? null) : root;
  const tasks = followAlias(valueOf(document, 'tasks'));
  if (tasks?.kind !== 'list') return false;
  return tasks.items.some(({ value }) => {
    const type = toNodeData(valueOf(value, 'type'));
    return TASK_TYPES.some((each) => each === type);
  });
}

function valueOf(node: SyntaxNode | null, key: string): SyntaxNode | null {
  const map = followAlias(node);
  return map?.kind === 'map' ? (entryOf(map, key)?.value ?? null) : null;
}

/** Whether a mark is written anywhere in a document: a key, or a key with its value. */
function isThere(data: Data, mark: string): boolean {
  const [key = ''] = mark.split(': ');
  if (isDataMap(data)) return data.has(key) || [...data.values()].some((value) => isThere(value, mark));
  return Array.isArray(data)
    ? data.some((item: Data) => isThere(item, mark))
    : typeof data === 'string' && mark === data;
}
