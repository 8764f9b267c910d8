import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { COMMANDS, checkFile } from '../../author/index.ts';
import { TOOLS } from '../mcp/tools/TOOLS.ts';
import { runInProcess } from '../testing.ts';
import { AGENTS_SECTION, SKILL } from './agentTexts.ts';

const SKILL_FILE = '.claude/skills/signalbox/SKILL.md';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'signalbox-init-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const init = () => runInProcess(['init'], { folder });
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

describe('signalbox init', () => {
  test('names each file that it writes, and writes no other', async () => {
    const { code, out } = await init();
    expect(code).toBe(0);
    expect(out).toContain('AGENTS.md: written\n');
    expect(out).toContain(`${SKILL_FILE}: written\n`);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name).sort()).toEqual(['AGENTS.md', 'SKILL.md']);
    expect(read('AGENTS.md')).toContain(AGENTS_SECTION);
    expect(read(SKILL_FILE).startsWith(SKILL)).toBe(true);
  });

  test('changes nothing the second time', async () => {
    await init();
    const before = [read('AGENTS.md'), read(SKILL_FILE)];
    expect((await init()).out).toContain('AGENTS.md: up to date\n');
    expect([read('AGENTS.md'), read(SKILL_FILE)]).toEqual(before);
  });

  test.each(['# Rules\r\nMine', '# Rules\n\nMine\n', ''])('keeps each byte of what is there: %j', async (text) => {
    write('AGENTS.md', text);
    expect((await init()).out).toContain('a section was added at its end');
    expect(read('AGENTS.md').startsWith(text)).toBe(true);
  });

  test('brings its own text up to date, and none that a person changed', async () => {
    await init();
    const mine = read('AGENTS.md').replace('- Look words up', '- Mine. Look words up');
    write('AGENTS.md', `Before\n${mine}After\n`);
    write(SKILL_FILE, read(SKILL_FILE).replace('## Jobs', '## My jobs'));
    const { out } = await init();
    expect(out).toContain('AGENTS.md: left as it is');
    expect(out).toContain(`${SKILL_FILE}: left as it is`);
    expect(read('AGENTS.md')).toBe(`Before\n${mine}After\n`);
  });

  test('replaces what an earlier version wrote, and keeps what is around it', async () => {
    const old = 'old words\n';
    write('AGENTS.md', `Before\n<!-- signalbox ${HASH_OF_OLD}: x -->\n${old}<!-- signalbox end -->\nAfter\n`);
    expect((await init()).out).toContain('brought up to date');
    expect(read('AGENTS.md')).toMatch(
      /^Before\n<!-- signalbox [0-9a-f]{16}: .*-->\n## Workflows[^]*<!-- signalbox end -->\nAfter\n$/u,
    );
  });

  test('says so where it cannot write', async () => {
    mkdirSync(path.join(folder, 'AGENTS.md'));
    expect((await init()).code).toBe(2);
    expect((await runInProcess(['init', 'nowhere'], { folder })).code).toBe(2);
  });
});

/** Of “old words” and a line end, by the first digits of its SHA-256. */
const HASH_OF_OLD = 'a1b70eb597222e9b';

describe('what agents are told', () => {
  test('has an example without a finding', () => {
    const example = /```yaml\n(.*?)```/su.exec(SKILL)?.[1] ?? '';
    const found = checkFile(new Map([['orders.yaml', example]]), 'orders.yaml');
    expect(found.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test('names tools and commands that there are', () => {
    const tools = TOOLS.map(({ name }) => name);
    for (const name of ['outline', 'read', 'describe', 'propose', 'run', 'test', 'drill', 'backtest'])
      expect(tools).toContain(name);
    const listed =
      /addTask, insertTask.*? and others/su.exec(SKILL)?.[0].replace(' and others', '').split(/,\s+/u) ?? [];
    for (const name of listed) expect([...COMMANDS.keys()]).toContain(name);
  });

  test('fits on a page each', () => {
    expect(AGENTS_SECTION.split('\n').length).toBeLessThan(40);
    expect(SKILL.split('\n').length).toBeLessThan(70);
  });
});

/** What each agent reads in a folder, by its documentation: instructions, and skills in a folder each. */
const CONVENTIONS = [
  ['Claude Code', 'CLAUDE.md', '.claude/skills'],
  ['Cursor', 'AGENTS.md', '.claude/skills'],
  ['VS Code', 'AGENTS.md', '.claude/skills'],
] as const;

describe('what init writes', () => {
  test.each(CONVENTIONS)('is where %s looks for it', async (agent, instructions, skills) => {
    // It reads no AGENTS.md by itself; the page for agents says which line leads there.
    const docs = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8');
    if (instructions === 'CLAUDE.md') write('CLAUDE.md', '@AGENTS.md\n');
    expect(docs.includes('the line `@AGENTS.md` in it')).toBe(true);
    const { out } = await init();
    const text = read(instructions).replace('@AGENTS.md', () => read('AGENTS.md'));
    expect(text, agent).toContain(AGENTS_SECTION);
    expect(out).toContain('AGENTS.md: ');
    const [skill, ...others] = readdirSync(path.join(folder, skills));
    expect([skill, others]).toEqual(['signalbox', []]);
    // The head that all of them take a skill by: its name is that of its folder.
    const [, head = ''] = /^---\n(.*?)\n---\n/su.exec(read(`${skills}/${skill}/SKILL.md`)) ?? [];
    expect(head).toMatch(/^name: signalbox$/mu);
    expect(/^description: (.+)$/mu.exec(head)?.[1]?.length).toBeGreaterThan(40);
    expect(/^description: (.+)$/mu.exec(head)?.[1]?.length).toBeLessThanOrEqual(1_024);
  });
});

describe('the documentation for agents', () => {
  const docs = new URL('../../../docs/', import.meta.url);
  const page = (name: string): string => readFileSync(new URL(name, docs), 'utf8');

  test('has files of agents that can be read, and start this command', () => {
    const blocks = [...page('agents.md').matchAll(/```json\n(.*?)```/gsu)].map(([, json = '']) => JSON.parse(json));
    expect(blocks).toHaveLength(3);
    for (const block of blocks) {
      const { signalbox } = block.mcpServers ?? block.servers;
      expect([signalbox.command, signalbox.args[0]]).toEqual(['signalbox', 'mcp']);
    }
  });

  test('lists pages that there are', () => {
    const links = [...page('llms.txt').matchAll(/\]\(([^)]+)\)/gu)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(page(link), link).not.toBe('');
  });
});
