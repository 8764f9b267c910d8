import type { ToolPlace } from './ToolPlaces.ts';

/** What a place of a drill is called: a task, `pay`; or a call of a tool of its agent, `decide/pay`, from the second on `decide/pay#2`. */
export function placeName({ task, of }: { readonly task: string; readonly of: ToolPlace | null }): string {
  if (of === null) return task;
  return `${task}/${of.tool}${of.call === 1 ? '' : `#${of.call}`}`;
}
