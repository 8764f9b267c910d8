import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './ensure.mjs';

/** What is added now and then: one of its kind, and the files that a new one would be written in. */
const KINDS: readonly {
  /** As docs/architecture.md calls it. */
  readonly kind: string;
  /** Finds every source that names the example. */
  readonly named: RegExp;
  readonly files: readonly string[];
}[] = [
  {
    kind: 'built-in tool',
    named: /\brunHash\b|'\.\/hash\.ts'|name: 'hash'/,
    files: [
      'engine/effects/tools/hash.ts',
      'engine/effects/tools/runBuiltIn.ts',
      'engine/tools/builtIns.ts',
      'engine/tools/hash.ts',
    ],
  },
  {
    kind: 'provider',
    named: /groq/i,
    files: [
      'engine/effects/models/providers/groq.ts',
      'engine/effects/models/specs.ts',
      'engine/tools/modelProviders.ts',
    ],
  },
  {
    kind: 'check',
    named: /CYCLE_WITHOUT_EXIT/,
    files: ['docs/diagnostics.md', 'engine/check/rules/flow/checkCycles.ts', 'engine/check/subject/codes.ts'],
  },
  {
    kind: 'gesture',
    named: /unwrapContainer|'unwrap'/,
    files: [
      'app/canvas/commands/runAct.ts',
      'app/canvas/taskActions.tsx',
      'engine/author/commands/taskCommands.ts',
      'engine/doors/edit.ts',
      'engine/doors/library.ts',
      'engine/edit/index.ts',
      'engine/edit/wrap/unwrapContainer.ts',
    ],
  },
  {
    kind: 'command of the command line',
    named: /checkCommand|signalbox check FILE\|/,
    files: ['engine/cli/checkCommand.ts', 'engine/cli/commands.ts', 'engine/cli/print/help.ts'],
  },
];

/** Sources, and the page of diagnostics; no tests, and nothing for tests. */
function listFiles(): readonly string[] {
  const sources = ['engine', 'app'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.replaceAll('\\', '/')),
    ),
  );
  return [
    ...sources.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing/.test(file)),
    'docs/diagnostics.md',
  ];
}

const texts = listFiles().map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')] as const);
const page = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');

test('a new host is written in the files of its worked example', () => {
  const example = readFileSync(path.join(ROOT, 'CONTRIBUTING.md'), 'utf8').split('## Adding a host')[1];
  const count = example?.split(/^## /m)[0]?.match(/```ts\n/g)?.length;
  expect(page).toContain(`A new host (${count} file)`);
});

test.each(KINDS)('a new $kind is written in the files that the page counts', ({ kind, named, files }) => {
  const found = texts.flatMap(([file, text]) => (named.test(text) ? [file] : []));
  expect(found.toSorted()).toEqual(files);
  expect(page).toContain(`A new ${kind} (${files.length} files)`);
});
