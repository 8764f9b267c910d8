import { type FailingCall, failureCodes } from '../../effects/index.ts';
import { type Analysis, effectiveWorkflow } from '../../graph/index.ts';
import { configOf, resolveUse, type Task, traitsOf, type Workflow } from '../../model/index.ts';
import { callsOut } from '../../testFile/index.ts';

/**
 * How a task can end, as far as its text says: `success`; each code that what it calls fails with, and that its routes name; `timeout` where its time
 * is bounded; `validation` where what it is given, or gives, has a schema that it or its tool or agent brings; `retry` where it is tried again.
 */
export function outcomesOf(analysis: Analysis, task: Task): readonly string[] {
  const workflow = effectiveWorkflow(analysis);
  const call = callsOut(workflow, task) ? callOf(workflow, task) : null;
  const codes = new Set([...(call === null ? [] : failureCodes(call)), ...routedCodes(task)]);
  return [
    'success',
    ...[...codes].filter((code) => !Object.hasOwn(OWN_NAMES, code)),
    ...(isBounded(task) || codes.has('TIMEOUT_ERROR') ? ['timeout'] : []),
    ...(hasSchema(workflow, task) || codes.has('VALIDATION_ERROR') ? ['validation'] : []),
    ...(task.retry === null ? [] : ['retry']),
  ];
}

/** Which of its outcomes an error is. A code that none of them has is the one for what nothing fits better. */
export function outcomeOf(code: string, outcomes: readonly string[]): string {
  const name = (Object.hasOwn(OWN_NAMES, code) ? OWN_NAMES[code] : undefined) ?? code;
  return outcomes.includes(name)
    ? name
    : (['EXECUTION_ERROR', 'PROVIDER_ERROR'].find((each) => outcomes.includes(each)) ?? name);
}

const OWN_NAMES: Readonly<Record<string, string>> = { TIMEOUT_ERROR: 'timeout', VALIDATION_ERROR: 'validation' };

function callOf(workflow: Workflow, task: Task): FailingCall {
  const use = resolveUse(workflow, task);
  if (use.kind === 'agent') return { type: 'model.call' };
  if (use.kind === 'core' && use.name === 'agent') return { type: 'model.call' };
  return { type: 'tool.call', use: (use.kind === 'tool' ? use.tool.use : task.use)?.text ?? '' };
}

/** Codes that its `on_error` routes name. */
function routedCodes({ handlers }: Task): readonly string[] {
  const handler = handlers.find(({ name }) => name === 'on_error');
  if (handler === undefined || handler.routes === null || handler.condition !== null) return [];
  return handler.routes.map(({ key }) => key).filter((key) => /^[A-Z][A-Z0-9_]*$/.test(key));
}

function isBounded(task: Task): boolean {
  if (task.handlers.some(({ name }) => name === 'on_timeout')) return true;
  const { hasTimeout, waits } = traitsOf(task.type);
  const { timeout = null, maxChecks = null } = configOf(task);
  return (hasTimeout || waits) && (timeout !== null || maxChecks !== null);
}

function hasSchema(workflow: Workflow, task: Task): boolean {
  if (task.inputSchema !== null || task.outputSchema !== null) return true;
  if (task.handlers.some(({ name }) => name === 'on_validation_error')) return true;
  const use = resolveUse(workflow, task);
  if (use.kind === 'agent') return (use.action?.output ?? null) !== null;
  return use.kind === 'tool' && (use.tool.schema.input !== null || use.tool.schema.output !== null);
}
