import { type Data, err, isDataMap, ok, type Result, toData, toJson } from '../../base/index.ts';
import { parseSyntax, type Syntax, setValue, toNodeData } from '../../syntax/index.ts';
import { findPlace, type Variant } from '../../testFile/index.ts';
import { applyEdits } from '../../text/index.ts';

/** What is left of a workflow for a judge: its agents, and what these use. */
const KEPT: ReadonlySet<string> = new Set(['agents', 'tools', 'memory', 'env']);

/** The id of the one task of a workflow that judges. */
export const JUDGE_TASK = 'judge';

/** The text of a workflow with the values of a variant in it; the error is a sentence. */
export function applyVariant(text: string, { changes }: Variant): Result<string, string> {
  let changed = text;
  for (const { place, value } of changes) {
    const syntax = parseSyntax(changed);
    const path = findPlace(syntax, place);
    if (!path.ok) return err(path.error);
    const edits = setValue(syntax, path.value, toData(value));
    if (!edits.ok) return err(`“${place}” cannot be set.`);
    changed = applyEdits(changed, edits.value);
  }
  return ok(changed);
}

/** A workflow that asks one of the agents of another, as JSON: its input is that of the agent. */
export function toJudgeText({ root }: Syntax, agent: string, action: string | null): string {
  const data = toNodeData(root);
  const kept: [string, Data][] = isDataMap(data) ? [...data].filter(([key]) => KEPT.has(key)) : [];
  const task = { id: JUDGE_TASK, type: 'basic', use: `agent:${agent}`, ...(action === null ? {} : { action }) };
  const whole = new Map<string, Data>([...kept, ['tasks', [toData(task)]]]);
  return JSON.stringify(toJson(whole), null, 2);
}
