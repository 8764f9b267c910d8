import type { Log, LogEntry } from '../../service/index.ts';
import type { CommandIo } from '../CommandIo.ts';
import { type Color, escapeControls, onOneLine } from '../print/terminal.ts';

/** How entries are written: for a person, or a line of JSON each. */
export type LogFormat = 'text' | 'json';

const COLORS = { info: 'dim', warn: 'yellow', error: 'red' } satisfies Record<LogEntry['level'], Color>;

/**
 * The log of a server on standard error. As text: the time, the level where it is not `info`, and the message. As JSON: `time`, `level`,
 * `event` and `message`, and what else an entry has.
 */
export function openLog({ printError, isErrorTerminal }: CommandIo, format: LogFormat | null): Log {
  const isJson = (format ?? (isErrorTerminal ? 'text' : 'json')) === 'json';
  return (entry) => {
    const time = new Date().toISOString();
    const { level, event, message, ...more } = entry;
    const line = onOneLine(message);
    if (isJson) printError(`${escapeControls(JSON.stringify({ time, level, event, message: line, ...more }))}\n`);
    else printError({ color: 'dim', text: `${time} ` }, { color: COLORS[level], text: level.padEnd(5) }, ` ${line}\n`);
  };
}
