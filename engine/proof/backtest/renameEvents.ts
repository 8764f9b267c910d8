import { isJsonObject, type Json, jsonObject } from '../../base/index.ts';
import type { RunEvent } from '../../run/index.ts';
import type { Renames } from '../cassette/Renames.ts';

/**
 * Events of a run with its tasks called what they are in the old text, also where a value or a message has their ids. For both of two runs
 * that are compared: what happens to read like an id is then the same in both.
 */
export function renameEvents(events: readonly RunEvent[], renames: Renames): readonly RunEvent[] {
  return renames.isEmpty ? events : events.map((event) => renameEvent(event, renames));
}

function renameEvent(event: RunEvent, renames: Renames): RunEvent {
  const { type } = event;
  const value = (given: Json): Json => renameValue(given, renames);
  switch (type) {
    case 'run.finished':
    case 'task.failed': {
      const { error, output } = event;
      const told = error && { ...error, message: renames.inText(error.message), details: value(error.details) };
      const renamed = { ...event, output: value(output), error: told } as typeof event;
      return renamed.type === 'task.failed' ? { ...renamed, taskId: renames.before(renamed.taskId) } : renamed;
    }
    case 'task.started':
      return { ...event, taskId: renames.before(event.taskId), input: value(event.input) };
    case 'task.succeeded':
      return { ...event, taskId: renames.before(event.taskId), output: value(event.output) };
    case 'edge.taken':
      return { ...event, taskId: renames.before(event.taskId), target: renames.before(event.target) };
    default:
      return 'taskId' in event && event.taskId !== null ? { ...event, taskId: renames.before(event.taskId) } : event;
  }
}

function renameValue(value: Json, renames: Renames): Json {
  if (typeof value === 'string') return renames.inText(value);
  if (Array.isArray(value)) return value.map((each) => renameValue(each, renames));
  if (!isJsonObject(value)) return value;
  // Where in a template an error is moves with the lengths of ids.
  const isPlaced = value['type'] === 'expression' && 'source' in value;
  const entries = Object.entries(value).filter(([key]) => !isPlaced || (key !== 'start' && key !== 'end'));
  return jsonObject(entries.map(([key, inner]) => [renames.inText(key), renameValue(inner, renames)] as const));
}
