import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Page } from 'playwright';
import { type Row, toBoundRow } from '../Row.ts';
import { median } from '../race.ts';
import { withBrowser } from '../withBrowser.ts';

const ROUNDS = 20;
/** Most ms from the file of a proposal until its card is marked, and from a call until its answer has the verdict. */
const DRAWN = 300;
const JUDGED = 2_000;
const RUNS = 100;
const STEPS = 50;
const FILE = 'measured.yaml';

/** What a program that proposes changes waits for, and the person whose app has the folder open. Wall time. */
export async function measureProposals(site: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'signalbox-bench-'));
  // The program finds the app where its package has it.
  const app = path.join(path.dirname(site), 'dist');
  if (!existsSync(app)) symlinkSync(site, app);
  const program = path.join(path.dirname(site), 'cli/signalbox.js');
  writeFileSync(path.join(folder, FILE), chainText());
  const agent = new Agent(folder);
  try {
    await agent.connect(program);
    const drawn = await measureDrawing(site, { folder, program, agent });
    return [drawn, await measureVerdict({ folder, program, agent })];
  } finally {
    await agent.client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function chainText(): string {
  const tasks = Array.from(
    { length: STEPS },
    (_, index) =>
      `  - id: t${index}\n    type: map\n    config: { mapping: { n: ${index} } }\n    on_success: { next: ${index + 1 < STEPS ? `t${index + 1}` : 'end'} }`,
  );
  return `tasks:\n${tasks.join('\n')}\n`;
}

/** A program that proposes changes of the file. */
class Agent {
  readonly client = new Client({ name: 'bench', version: '1' });
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async connect(program: string): Promise<void> {
    await this.client.connect(
      new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', this.#folder] }),
    );
  }

  /** Proposes another value of a task; answers with the path of the file that it waits in, null for a draft. */
  async propose(task: string, isDraft = false): Promise<string | null> {
    const { hash } = await this.#call('outline', { path: FILE });
    const changes = [{ command: 'setField', task, field: 'config.mapping.n', value: 1_000 }];
    const { file } = await this.#call('propose', {
      path: FILE,
      expected: hash,
      why: 'Measured',
      changes,
      draft: isDraft,
    });
    return file === undefined ? null : path.join(this.#folder, file);
  }

  async #call(
    name: string,
    args: Record<string, unknown>,
  ): Promise<{ readonly hash?: string; readonly file?: string }> {
    const result = await this.client.callTool({ name, arguments: args });
    const [part] = result.content as readonly { readonly text: string }[];
    if (result.isError === true) throw new Error(`${name}: ${part?.text}`);
    return JSON.parse(part?.text ?? '{}') as { readonly hash?: string; readonly file?: string };
  }
}

interface Measured {
  readonly folder: string;
  readonly program: string;
  readonly agent: Agent;
}

/** From the moment that the file of a proposal is there until the card in the open app is marked, beside a program that only watches the folder. */
async function measureDrawing(site: string, { folder, program, agent }: Measured): Promise<Row> {
  const server = spawn(process.execPath, [program, 'open', folder, '--no-open', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    return await withBrowser(site, async ({ page }) => {
      await openProposals(page, { address: await addressOf(server), agent });
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 1; round <= ROUNDS; round += 1) {
        const seen = watchOnce(path.join(folder, '.signalbox/proposals'));
        const marked = noteMark(page, `t${round}`);
        const file = await agent.propose(`t${round}`);
        if (file === null) throw new Error('Nothing was proposed.');
        const { mtimeMs } = statSync(file);
        ours.push((await marked) - mtimeMs);
        theirs.push((await seen) - mtimeMs);
      }
      return toBoundRow({
        what: `A proposed change, from its file until its card is marked in the open app, median of ${ROUNDS}`,
        peer: 'a program that watches the folder (floor)',
        ours: median(ours),
        theirs: median(theirs),
        limit: DRAWN,
      });
    });
  } finally {
    server.kill('SIGKILL');
  }
}

/** Opens the served folder, and the panel in which cards are marked: there is a proposal first. */
async function openProposals(
  page: Page,
  { address, agent }: { readonly address: string; readonly agent: Agent },
): Promise<void> {
  await agent.propose('t0');
  await page.goto(address);
  await page
    .getByRole('banner')
    .getByRole('button', { name: /proposed change/ })
    .click();
  await page.getByRole('region', { name: 'Proposed changes' }).getByText('No new problems.').waitFor();
}

/** When the card of a task is first marked as changed by a proposal, as `Date.now()` of the page. */
function noteMark(page: Page, task: string): Promise<number> {
  return page.evaluate(
    (id) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const mark = document.querySelector(`.react-flow__node[data-id="${id}"] [aria-label^="Proposed: "]`);
          if (mark === null) requestAnimationFrame(look);
          else resolve(Date.now());
        };
        look();
      }),
    task,
  );
}

/** When something in a folder is next changed. */
function watchOnce(folder: string): Promise<number> {
  return new Promise((resolve) => {
    const watcher = watch(folder, () => {
      watcher.close();
      resolve(Date.now());
    });
  });
}

/** From the call of `propose` until its answer says how 100 recorded runs would have gone, beside the same call without runs. */
async function measureVerdict({ folder, program, agent }: Measured): Promise<Row> {
  const times = async (): Promise<number> => {
    const all: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const begun = performance.now();
      await agent.propose('t1', true);
      all.push(performance.now() - begun);
    }
    return median(all);
  };
  const theirs = await times();
  const first = path.join(folder, 'run-0.journal');
  execFileSync(process.execPath, [program, 'run', path.join(folder, FILE), '--journal', first]);
  for (let index = 1; index < RUNS; index += 1) copyFileSync(first, path.join(folder, `run-${index}.journal`));
  if (readFileSync(first).length === 0) throw new Error('The run has no journal.');
  return toBoundRow({
    what: `A proposed change with its verdict on ${RUNS} recorded runs of ${STEPS} steps, from the call to the answer`,
    peer: 'the same call where no run was recorded',
    ours: await times(),
    theirs,
    limit: JUDGED,
  });
}

async function addressOf(server: ChildProcess): Promise<string> {
  let said = '';
  for (;;) {
    const chunk = server.stdout?.read() as Buffer | null;
    said += chunk === null ? '' : chunk.toString();
    const [address] = /http:\S+/.exec(said) ?? [];
    if (address !== undefined) return address;
    if (server.exitCode !== null) throw new Error(`The server said: ${said}`);
    await delay(20);
  }
}
