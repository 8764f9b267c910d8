import { checkFile } from '../../author/index.ts';
import type { AuthorTool } from './AuthorTool.ts';
import { BUDGET, budgetOf, fitList } from './budget.ts';
import { findFile, PROPOSAL, readTexts } from './findFile.ts';
import { toFindings } from './toFindings.ts';

/** `check`: what is wrong, in the words of `signalbox check`. */
export const checkTool: AuthorTool = {
  name: 'check',
  title: 'Check files',
  about:
    'What is wrong with a file, or with all of them: code, place and message as the command check has them, errors first, and a fix as a change for propose where there is one. describe explains a code.',
  input: {
    properties: {
      path: { type: 'string', description: 'one file; absent: all files' },
      proposal: PROPOSAL,
      budget: BUDGET,
    },
  },
  isReading: true,
  answer: async (args, context) => {
    const one = args['path'] === undefined ? null : await findFile(context, args);
    if (one?.ok === false) return { says: {}, findings: one.error };
    const texts = one ?? (await readTexts(context, args));
    if (!texts.ok) return { says: {}, findings: texts.error };
    const { files } = texts.value;
    const paths = one === null ? [...files.keys()] : [one.value.path];
    const found = paths.flatMap((path) => checkFile(files, path).map((diagnostic) => ({ path, diagnostic })));
    const rows = paths.flatMap((path) =>
      toFindings(
        files,
        path,
        found.filter((each) => each.path === path).map(({ diagnostic }) => diagnostic),
      ),
    );
    const { shown, left } = fitList(rows, budgetOf(args));
    const count = (severity: string): number =>
      found.filter(({ diagnostic }) => diagnostic.severity === severity).length;
    return {
      says: {
        errors: count('error'),
        warnings: count('warning'),
        hints: count('info'),
        ...(left > 0 ? { left_out: `${left} findings: name one file, or give a larger budget` } : {}),
      },
      fromFiles: shown,
    };
  },
};
