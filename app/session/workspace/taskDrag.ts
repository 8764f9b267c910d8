import type { TaskDraft } from '#engine/edit';
import { TASK_TYPES } from '#engine/model';
import { isDataMap, type Json, toData, toJson } from '#engine/values';

/** What a drag from a list of tasks carries; other drops (files, text) have none of it. */
const FORMAT = 'application/x-signalbox-task';

/** Puts a draft of a task on a drag. */
export function startTaskDrag(transfer: DataTransfer, { type, use, action, newAgent, with: input }: TaskDraft): void {
  const carried = { type, use, action, newAgent, ...(input === undefined ? {} : { with: toJson(input) }) };
  transfer.setData(FORMAT, JSON.stringify(carried));
  transfer.setData('text/plain', use ?? type);
  transfer.effectAllowed = 'copy';
}

/** Whether a drag carries a task; its content is readable only on drop. */
export function hasTaskDrag(transfer: DataTransfer): boolean {
  return transfer.types.includes(FORMAT);
}

/** The draft of a drop; null when it carries none that can be read. */
export function readTaskDrag(transfer: DataTransfer): TaskDraft | null {
  return parseTaskDrag(transfer.getData(FORMAT));
}

/** Reads the text form of a draft. Tolerant: anything else is null. */
export function parseTaskDrag(text: string): TaskDraft | null {
  try {
    const data: unknown = JSON.parse(text);
    if (typeof data !== 'object' || data === null) return null;
    const known = TASK_TYPES.find((name) => name === valueOf(data, 'type'));
    if (!known) return null;
    // It was written as JSON a moment ago.
    const input = toData((valueOf(data, 'with') ?? null) as Json);
    const names = { use: textOf(data, 'use'), action: textOf(data, 'action'), newAgent: textOf(data, 'newAgent') };
    const draft = { type: known, ...names };
    return isDataMap(input) ? { ...draft, with: input } : draft;
  } catch {
    return null;
  }
}

function valueOf(data: object, key: string): unknown {
  return Object.entries(data).find(([name]) => name === key)?.[1];
}

function textOf(data: object, key: string): string | undefined {
  const value = valueOf(data, key);
  return typeof value === 'string' ? value : undefined;
}
