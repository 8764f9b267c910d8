import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One page of the docs, as a file of the repository and as a page of the site. */
export interface Page {
  /** From the root of the repository: `docs/format.md`. */
  readonly file: string;
  /** From the root of the site: `docs/format.html`. */
  readonly address: string;
  readonly title: string;
  readonly text: string;
}

/** What the list at the side of each page has, in its order. Each page of `docs/` is in one group; a test counts them. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Begin: ['README.md', 'docs/recipes.md', 'docs/open.md', 'docs/offline.md', 'docs/shortcuts.md'],
  Workflows: [
    'docs/format.md',
    'docs/tools.md',
    'docs/models.md',
    'docs/memory.md',
    'docs/secrets.md',
    'docs/diagnostics.md',
    'docs/layout.md',
  ],
  Proof: ['docs/proof.md', 'docs/tests.md', 'docs/drill.md', 'docs/change.md'],
  Runs: [
    'docs/runs.md',
    'docs/cli.md',
    'docs/serve.md',
    'docs/triggers.md',
    'docs/serve-api.md',
    'docs/console.md',
    'docs/scale.md',
  ],
  Programs: ['docs/agents.md', 'docs/engine.md'],
  Project: [
    'CHANGELOG.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'docs/architecture.md',
    'docs/decisions/README.md',
    'docs/releasing.md',
    'docs/seed.md',
  ],
};

/** All pages: those of the groups, and the decisions, which their list leads to. @param root the repository */
export function listPages(root: string): readonly Page[] {
  const decisions = readdirSync(path.join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`);
  const files = new Set([...Object.values(GROUPS).flat(), ...decisions.filter((file) => file.endsWith('.md'))]);
  return [...files].map((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return { file, address: addressOf(file), title: /^# (.+)$/m.exec(text)?.[1] ?? file, text };
  });
}

/** Where a page of the repository is on the site. */
export function addressOf(file: string): string {
  const name = file.replace(/^docs\//, '').replace(/\.md$/, '');
  return `docs/${name === 'README' || name.endsWith('/README') ? name.replace('README', 'index') : name.toLowerCase()}.html`;
}
