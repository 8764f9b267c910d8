/**
 * Writes what the gallery shows (`public/templates/index.json`) and `docs/recipes.md` from the files in `public/templates` and
 * the list below. Run it after changing any of them, or how workflows are drawn.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

export const INDEX_PATH = 'public/templates/index.json';
export const RECIPES_PATH = 'docs/recipes.md';

/**
 * @typedef {object} Listed
 * @property {string} id name of its file without `.yaml`
 * @property {string} words what else a person may look for
 * @property {readonly string[]} [beside] workflows that it needs next to it
 * @property {string} [needs] where the file itself does not say it
 * @property {string} [folder] below `public`; `templates` when absent
 */

/** The gallery in its order, by job. @type {Readonly<Record<string, readonly Listed[]>>} */
export const GALLERY = {
  'Models and agents': [
    { id: 'ticket-triage', words: 'classify route inbox mail support helpdesk sort ticket urgent' },
    { id: 'extract-to-schema', words: 'structured output json parse fields form data entities' },
    { id: 'write-and-review', words: 'critic reflection improve draft loop score optimiser judge' },
    { id: 'supervisor', words: 'multi-agent orchestrator delegate team plan parallel research' },
    { id: 'ask-own-files', words: 'retrieval documents knowledge base search vector embeddings chat pdf notes' },
    { id: 'model-quorum', words: 'vote ensemble consensus moderation spam majority' },
    { id: 'until-it-passes', words: 'retry self-correct code script test repeat while regex' },
    { id: 'compare-prompts', words: 'a/b test ab experiment evaluate evals variants dataset' },
    { id: 'batch-with-budget', words: 'cost tokens money limit list loop for each spend' },
  ],
  'People decide': [
    { id: 'approval-by-chat', words: 'slack teams email ask confirm sign off remind signal wait' },
    { id: 'reply-with-review', words: 'human in the loop hitl edit approve customer mail answer' },
    { id: 'read-invoice', words: 'ocr bill accounting bookkeeping receipt extract approve' },
    { id: 'ship-with-approval', words: 'ci cd release deployment pipeline rollback github build' },
  ],
  'Services and APIs': [
    { id: 'read-all-pages', words: 'pagination cursor paging list all fetch loop next' },
    { id: 'keep-to-rate-limit', words: 'throttle 429 batch queue delay slow crm send' },
    { id: 'retry-by-error', words: 'backoff failure error handling catch payment idempotency dead letter' },
    { id: 'poll-job', words: 'polling async status wait export convert video long running' },
    {
      id: 'take-payment',
      beside: ['payment-webhook'],
      words: 'webhook callback signal event stripe checkout order trigger',
    },
    { id: 'compare-offers', words: 'parallel merge scatter gather combine split branches join all' },
    { id: 'first-answer', words: 'race fastest any timeout cancel fallback redundant' },
    { id: 'trip-saga', words: 'saga compensation rollback transaction undo cancel booking' },
  ],
  'Data and lists': [
    { id: 'import-csv', words: 'etl spreadsheet excel validate rows rejects load clean products' },
    { id: 'feed-digest', words: 'rss news newsletter summary daily schedule slack blog atom' },
    { id: 'onboard-customers', beside: ['onboard-one'], words: 'subflow child call workflow reuse for each modular' },
  ],
  'Longer samples': [
    {
      id: 'support-triage',
      folder: 'samples',
      words: 'ticket agents parallel retry',
      needs: 'Nothing: its models are played by the file itself.',
    },
    {
      id: 'orders-report',
      folder: 'samples',
      words: 'csv json revenue http script join',
      needs: 'Nothing: its data comes with the app.',
    },
    {
      id: 'research-fanout',
      folder: 'samples',
      words: 'parallel agents editor question',
      needs: 'Nothing: its models are played by the file itself.',
    },
    {
      id: 'support-desk',
      folder: 'samples',
      words: 'agent tools memory chat order refund',
      needs: 'Nothing; OPENAI_KEY, a key of OpenAI, makes it a real model.',
    },
    {
      id: 'purchase-approval',
      folder: 'samples',
      words: 'human wait signal buy money',
      needs: 'Nothing: you are the person who approves.',
    },
    {
      id: 'mcp-sum',
      folder: 'samples',
      words: 'mcp server tool add numbers',
      needs: 'An MCP server named demo with the tool add.',
    },
  ],
};

/** The texts of both files, by their paths from the root of the repository. */
export async function generate() {
  const sketchWorkflow = await load('app/canvas/picture/sketchWorkflow.ts', 'sketchWorkflow');
  const templates = [];
  for (const [job, listed] of Object.entries(GALLERY))
    for (const one of listed) templates.push({ job, ...(await describe(one, sketchWorkflow)) });
  const shown = templates.map(({ text: _text, ...shownOf }) => shownOf);
  return new Map([
    [INDEX_PATH, `[\n${shown.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`],
    [RECIPES_PATH, formatRecipes(templates.filter(({ files }) => files[0]?.startsWith('templates/')))],
  ]);
}

/** @param {Listed} listed @param {(path: string, text: string) => Promise<{ name: string, description: string, sketch: unknown }>} sketchWorkflow */
async function describe({ id, words, beside = [], needs, folder = 'templates' }, sketchWorkflow) {
  const text = await readFile(join(root, 'public', folder, `${id}.yaml`), 'utf8');
  const { name, description, sketch } = await sketchWorkflow(`${id}.yaml`, text);
  const tests = await readFile(join(root, 'public', folder, `${id}.test.yaml`), 'utf8');
  const files = [id, ...beside].flatMap((stem) => [`${folder}/${stem}.yaml`, `${folder}/${stem}.test.yaml`]);
  return {
    id,
    name,
    description,
    words,
    needs: needs ?? sayOf(text, 'Needs'),
    change: sayOf(text, 'Change'),
    tests: tests.match(/^ {2}- name: /gm)?.length ?? 0,
    files,
    sketch,
    text,
  };
}

/** What a template says of itself in a comment of its head. @param {string} text @param {string} label */
function sayOf(text, label) {
  return new RegExp(`^# ${label}: (.*)$`, 'm').exec(text)?.[1] ?? null;
}

/** @param {readonly { job: string, id: string, name: string, description: string, needs: string | null, change: string | null, files: readonly string[], text: string }[]} templates */
function formatRecipes(templates) {
  const jobs = [...new Set(templates.map(({ job }) => job))];
  const lists = jobs.map((job) => {
    const names = templates.filter((one) => one.job === job).map(({ name }) => `[${name}](#${anchorOf(name)})`);
    return `**${job}**: ${names.join(' · ')}`;
  });
  return [HEAD, ...lists, ...templates.map(formatRecipe), FOOT].join('\n\n');
}

const HEAD = `# Recipes

Workflows for jobs that come up again and again, each short enough to read in a minute. All of them are in the app under
*Start from a template…*, where *Use it* copies one with its tests into your files, and *Run it offline* plays its first test: the
real workflow, with made-up answers that are in the test file. For a real run, set what it needs under *Variables*, keys and
tokens as secrets, or with \`--secret\` and \`--env\` on the command line.`;

const FOOT = `*Proved by* \`engine/cli/test/templates.test.ts\`: "nothing is said of a template or its tests, not even a hint" · "the tests of each
template pass and reach all of it, and the first of them runs offline to success" · \`tools/templates.test.ts\`: "%s is what the templates say"
`;

/** @param {{ id: string, name: string, description: string, needs: string | null, change: string | null, files: readonly string[], text: string }} template */
function formatRecipe({ id, name, description, needs, change, files, text }) {
  const links = files.map((file) => `[${file.split('/').at(-1)}](../public/${file})`).join(', ');
  const body = text.replace(/^# (Needs|Change): .*\n/gm, '').trimEnd();
  return `## ${name}

${description}

- **It needs** ${asCode(needs)}
- **To make it yours**, change ${asCode(change)}
- **Open it**: add \`#/?template=${id}\` to the address of the app. Its files: ${links}

\`\`\`yaml
${body}
\`\`\``;
}

/** A text with its variables and tools set as code. @param {string | null} text */
function asCode(text) {
  return text?.replace(
    /`[^`]*`|\b[A-Z]+(?:_[A-Z]+)+\b|\bcore:\w+|\b[a-z]+(?:_[a-z]+)+\b|[\w-]+\.yaml\b|--\w+/g,
    (word) => (word.startsWith('`') ? word : `\`${word}\``),
  );
}

/** The anchor that GitHub gives a heading. @param {string} heading */
function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

/**
 * Node 20 does not read TypeScript: the module is bundled into one file, which is imported and removed.
 * @param {string} place
 * @param {string} name
 */
async function load(place, name) {
  const bundle = await rolldown({ input: join(root, place), moduleTypes: { '.css': 'empty' }, logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  const folder = join(root, 'node_modules/.cache/signalbox');
  const file = join(folder, `${name}-${process.pid}-${process.hrtime.bigint()}.mjs`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, output[0].code);
  try {
    return (await import(pathToFileURL(file).href))[name];
  } finally {
    await rm(file);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of await generate()) await writeFile(join(root, path), text);
}
