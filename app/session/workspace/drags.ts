import type { TaskDraft } from '#engine/edit';
import { TASK_TYPES } from '#engine/model';
import { type DataMap, isDataMap, type Json, toData, toJson } from '#engine/values';

/** What a drag from a list of tasks carries; other drops (files, text) have none of it. */
const FORMAT = 'application/x-signalbox-task';

/** Puts a draft of a task on a drag. */
export function startTaskDrag(transfer: DataTransfer, { with: input, config, ...names }: TaskDraft): void {
  const carried = {
    ...names,
    ...(input === undefined ? {} : { with: toJson(input) }),
    ...(config === undefined ? {} : { config: toJson(config) }),
  };
  transfer.setData(FORMAT, JSON.stringify(carried));
  transfer.setData('text/plain', names.use ?? names.type);
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
    const [input, config] = [mapOf(data, 'with'), mapOf(data, 'config')];
    const names = {
      use: textOf(data, 'use'),
      action: textOf(data, 'action'),
      newAgent: textOf(data, 'newAgent'),
      name: textOf(data, 'name'),
    };
    return {
      type: known,
      ...names,
      ...(input === null ? {} : { with: input }),
      ...(config === null ? {} : { config }),
    };
  } catch {
    return null;
  }
}

function valueOf(data: object, key: string): unknown {
  return Object.entries(data).find(([name]) => name === key)?.[1];
}

/** It was written as JSON a moment ago. */
function mapOf(data: object, key: string): DataMap | null {
  const read = toData((valueOf(data, key) ?? null) as Json);
  return isDataMap(read) ? read : null;
}

function textOf(data: object, key: string): string | undefined {
  const value = valueOf(data, key);
  return typeof value === 'string' ? value : undefined;
}

/** What a drag of a value of a run carries; other drops have none of it. */
const REFERENCE_FORMAT = 'application/x-signalbox-reference';

/** Puts a value on a drag, as it is read: `tasks.fetch.output.body`. Plain text gets it as a template. */
export function startReferenceDrag(transfer: DataTransfer, reference: string): void {
  transfer.setData(REFERENCE_FORMAT, reference);
  transfer.setData('text/plain', `{{ ${reference} }}`);
  transfer.effectAllowed = 'copy';
}

/** Whether a drag carries a value; which one is readable only on drop. */
export function hasReferenceDrag(transfer: DataTransfer): boolean {
  return transfer.types.includes(REFERENCE_FORMAT);
}

/** The value of a drop, as it is read; null when it carries none. */
export function readReferenceDrag(transfer: DataTransfer): string | null {
  const text = transfer.getData(REFERENCE_FORMAT);
  return text === '' ? null : text;
}
