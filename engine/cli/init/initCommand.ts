import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../../base/index.ts';
import { defineFolderArguments } from '../arguments/Arguments.ts';
import { attempt } from '../arguments/CommandError.ts';
import { findFolder } from '../arguments/findFolder.ts';
import { toCommand } from '../arguments/toCommand.ts';
import { printResult } from '../print/printResult.ts';
import { AGENTS_SECTION, SKILL } from './agentTexts.ts';

/** Read by Claude Code, Cursor and VS Code alike. */
const SKILL_FILE = '.claude/skills/signalbox/SKILL.md';

/**
 * `signalbox init`: tells coding agents of a folder what its workflows are, in AGENTS.md and a skill. Names each file that it writes. What a
 * person wrote stays, also where they changed what was written here. Exit 0, or 2 where a file cannot be written.
 */
export const initCommand = toCommand(defineFolderArguments('init', {}), async (io, { folder }) => {
  const root = await findFolder(io, folder);
  const files = await attempt('UNWRITABLE_FILE', async () => [
    { path: 'AGENTS.md', result: await writeSection(path.join(root, 'AGENTS.md')) },
    { path: SKILL_FILE, result: await writeSkill(path.join(root, SKILL_FILE)) },
  ]);
  const next =
    'Connect an agent with the command "signalbox mcp": docs/agents.md has the files of Claude Code, Cursor and VS Code.';
  printResult(io, { files, next }, ...files.map(({ path: file, result }) => `${file}: ${result}\n`), `${next}\n`);
  return 0;
});

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
