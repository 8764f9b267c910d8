import { type Change, diffWorkflows, drawMermaid, drawSvg, toDiffGraph } from '../../change/index.ts';
import { type Analysis, analyze } from '../../graph/index.ts';
import { loadPlacing } from '../../layout/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { escapeControls } from '../print/terminal.ts';
import type { DiffCommand } from './parseDiff.ts';
import { diffToJson, printChanges } from './printDiff.ts';
import { readVersion } from './readVersion.ts';
import { writeMarkdown } from './writeMarkdown.ts';

/**
 * `signalbox diff`: what differs between two texts of a workflow. Exit 0 where they are equal byte for byte, 1 where they differ, 2 where one
 * of them cannot be read.
 */
export async function runDiffCommand(
  io: CommandIo,
  { before: old, after: own, format }: DiffCommand,
): Promise<ExitCode> {
  const [before, after] = [await readOne(io, old), await readOne(io, own)];
  if (before === null || after === null) return 2;
  const changes = diffWorkflows(before, after);
  await print(io, { before, after, changes, format });
  return changes.length === 0 ? 0 : 1;
}

interface Compared {
  readonly before: Analysis;
  readonly after: Analysis;
  readonly changes: readonly Change[];
  readonly format: DiffCommand['format'];
}

async function print(io: CommandIo, { before, after, changes, format }: Compared): Promise<void> {
  switch (format) {
    case 'text':
      printChanges(io, changes);
      return;
    case 'json':
      io.printOut(escapeControls(JSON.stringify(diffToJson(before, after, changes), null, 2)), '\n');
      return;
    case 'markdown':
      io.printOut(writeMarkdown(after.path, changes, drawMermaid(toDiffGraph(before, after, changes))));
      return;
    case 'svg':
      await loadPlacing();
      io.printOut(drawSvg(toDiffGraph(before, after, changes)));
  }
}

/** A text that can be read as a workflow; null where there is none, which is then said. */
async function readOne(io: CommandIo, name: string): Promise<Analysis | null> {
  const read = await readVersion(io, name);
  if (!read.ok) {
    io.printError(`${name}: ${read.error.message}\n`);
    return null;
  }
  const analysis = analyze(name, read.value.text);
  if (!analysis.isBroken) return analysis;
  const error = analysis.syntax.errors.find(({ severity }) => severity === 'error');
  io.printError(`${name}: This cannot be read as a workflow. ${error?.message ?? 'It is not a map.'}\n`);
  return null;
}
