import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Json } from '../../engine/base/index.ts';
import { readAnswer } from '../../engine/run/index.ts';
import type { Conversation, Turn } from './converse.ts';

/** Keeps what a model said about a task, as `TASK.json` in a folder: a list of its turns. */
export function writeRecorded(folder: string, { task, turns }: Conversation): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, task), `${JSON.stringify(turns, null, 2)}\n`);
}

/** The turns that were kept about a task. Throws where there are none, or where the file is no list of turns. */
export function readRecorded(folder: string, task: string): readonly Turn[] {
  const value = JSON.parse(readFileSync(fileOf(folder, task), 'utf8')) as Json;
  if (!Array.isArray(value)) throw new Error(`${fileOf(folder, task)} is no list of turns.`);
  return value.map((turn) => readAnswer(turn)).map(({ text, toolCalls }) => ({ text, toolCalls }));
}

function fileOf(folder: string, task: string): string {
  return path.join(folder, `${task}.json`);
}
