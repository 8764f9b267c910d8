import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, err, ok, type Result } from '../../base/index.ts';
import type { CommandIo, ExitCode } from '../CommandIo.ts';
import { readArguments } from '../readArguments.ts';
import { describeProblem } from '../readFiles.ts';
import { refuse } from '../refuse.ts';
import { toCommand } from '../toCommand.ts';
import { AGENTS_SECTION, SKILL } from './agentTexts.ts';

/** `signalbox init`. */
export interface InitCommand {
  readonly folder: string;
}

/** Read by Claude Code, Cursor and VS Code alike. */
const SKILL_FILE = '.claude/skills/signalbox/SKILL.md';

/**
 * `signalbox init`: tells coding agents of a folder what its workflows are, in AGENTS.md and a skill. Names each file that it writes. What a
 * person wrote stays, also where they changed what was written here. Exit 0, or 2 where a file cannot be written.
 */
export const initCommand = toCommand(parseInit, runInitCommand);

/** Reads the arguments of `signalbox init`. Throws what {@link readArguments} throws. */
function parseInit(args: readonly string[]): Result<InitCommand, string> {
  const { positionals } = readArguments(args, {});
  const [folder = '.', ...others] = positionals;
  if (others.length > 0 || folder === '') return err('One folder is set up. Use signalbox init FOLDER.');
  return ok({ folder });
}

async function runInitCommand(io: CommandIo, { folder }: InitCommand): Promise<ExitCode> {
  const root = path.resolve(io.folder, folder);
  try {
    if (!(await stat(root)).isDirectory()) throw new TypeError('It is not a folder.');
  } catch {
    return refuse(io, `There is no folder ${folder}.`);
  }
  try {
    io.printOut(`AGENTS.md: ${await writeSection(path.join(root, 'AGENTS.md'))}\n`);
    io.printOut(`${SKILL_FILE}: ${await writeSkill(path.join(root, SKILL_FILE))}\n`);
  } catch (error) {
    return refuse(io, describeProblem(error));
  }
  io.printOut(
    'Connect an agent with the command "signalbox mcp": docs/agents.md has the files of Claude Code, Cursor and VS Code.\n',
  );
  return 0;
}

/** The marks around the section; the first has the hash of what is between them, by which a person's changes are seen. */
const SECTION = /<!-- signalbox ([0-9a-f]{16}): [^\n]*-->\n(.*?)<!-- signalbox end -->\n?/su;

async function writeSection(file: string): Promise<string> {
  const text = await readIfThere(file);
  const section = `<!-- signalbox ${hashOf(AGENTS_SECTION)}: written by signalbox init, which leaves it alone once it is changed -->\n${AGENTS_SECTION}<!-- signalbox end -->\n`;
  if (text === null) {
    await writeFile(file, section, { flag: 'wx' });
    return 'written';
  }
  const found = SECTION.exec(text);
  if (found === null) {
    if (text.includes('<!-- signalbox ')) return 'left as it is: its section was changed';
    const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n';
    await writeFile(file, `${text}${gap}${section}`);
    return 'a section was added at its end';
  }
  const [whole, hash, inside = ''] = found;
  if (inside === AGENTS_SECTION) return 'up to date';
  if (hashOf(inside) !== hash) return 'left as it is: its section was changed';
  await writeFile(
    file,
    text.replace(whole, () => section),
  );
  return 'its section was brought up to date';
}

const MARK = /\n<!-- signalbox ([0-9a-f]{16}) -->\n$/u;

async function writeSkill(file: string): Promise<string> {
  const text = await readIfThere(file);
  const skill = `${SKILL}\n<!-- signalbox ${hashOf(SKILL)} -->\n`;
  if (text === skill) return 'up to date';
  if (text === null) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, skill, { flag: 'wx' });
    return 'written';
  }
  const hash = MARK.exec(text)?.[1];
  if (hash !== hashOf(text.replace(MARK, ''))) return 'left as it is: it was changed';
  await writeFile(file, skill);
  return 'brought up to date';
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
