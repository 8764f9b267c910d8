import { formatDuration } from '../../model/index.ts';
import { type Drilled, playCell } from '../../proof/index.ts';
import type { RunEvent } from '../../run/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { escapeControls, onOneLine } from '../print/terminal.ts';

/** Prints the run of one cell, a line for each event with its virtual time, or all its events as JSON. Exit 2 where there is no such cell. */
export async function showCell(
  io: CommandIo,
  drilled: Drilled,
  { place, fault, isJson }: { readonly place: string; readonly fault: string; readonly isJson: boolean },
): Promise<ExitCode> {
  const run = await playCell(drilled, { place, fault });
  if (run === undefined) {
    io.printError(`There is no fault “${fault}” of “${place}”. The table of signalbox drill lists those there are.\n`);
    return 2;
  }
  if (isJson) {
    io.printOut(`${escapeControls(JSON.stringify({ task: place, fault, events: run.events }, null, 2))}\n`);
    return 0;
  }
  const start = run.events[0]?.at ?? 0;
  for (const [index, event] of run.events.entries()) {
    const mark = index === run.struckAt ? '!' : ' ';
    const time = formatDuration(event.at - start).padStart(8);
    io.printOut(`${mark} ${String(event.seq).padStart(4)} ${time}  ${onOneLine(describeEvent(event))}\n`);
  }
  return 0;
}

function describeEvent(event: RunEvent): string {
  const who = 'taskId' in event && event.taskId !== null ? ` ${event.taskId}` : '';
  switch (event.type) {
    case 'run.finished':
      return event.error === null
        ? `${event.type} ${event.status}`
        : `${event.type} ${event.status} ${event.error.code}: ${event.error.message}`;
    case 'task.failed':
    case 'task.retrying':
      return `${event.type}${who} ${event.error.code}: ${event.error.message}`;
    case 'edge.taken':
      return `${event.type}${who} ${event.via} → ${event.target}`;
    case 'effect.requested':
      return `${event.type}${who} ${event.name}`;
    case 'effect.completed':
      return `${event.type}${who} ${event.error === null ? 'answered' : event.error.code}`;
    default:
      return `${event.type}${who}`;
  }
}
