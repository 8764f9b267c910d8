import { checkFile, type Files } from '../../author/index.ts';
import type { JsonObject } from '../../base/index.ts';
import { analyze } from '../../graph/index.ts';
import { isRowsFile, isServeConfig, isTestFile } from '../../model/index.ts';
import type { AuthorContext, AuthorTool } from './AuthorTool.ts';
import { BUDGET, budgetOf, fitList } from './budget.ts';

/** `list`: the files of the workspace, and what waits for a person. */
export const listTool: AuthorTool = {
  name: 'list',
  title: 'List files',
  about:
    'Lists the YAML files of the workspace with their kind, how many tasks and problems they have, and the hash where proposals need one. Also says which proposals wait for a person.',
  input: {
    properties: {
      folder: { type: 'string', description: 'only files below this folder' },
      budget: BUDGET,
    },
  },
  isReading: true,
  answer: async (args, { folder, proposals, hashOf }) => {
    const { files, unread } = await folder.read();
    const below = typeof args['folder'] === 'string' ? `${args['folder'].replace(/\/$/u, '')}/` : '';
    const paths = [...files.keys()].filter((path) => path.startsWith(below));
    const rows = paths.map((path): JsonObject => describe(path, files, hashOf));
    const { shown, left } = fitList(rows, budgetOf(args));
    const waiting = (await proposals.list()).waiting.map(({ id, at, proposal }) => ({
      id,
      at,
      why: proposal.why,
      path: proposal.path,
      changes: proposal.changes.length,
    }));
    return {
      says: {
        files: rows.length,
        ...(left > 0 ? { left_out: `${left} files: name a folder, or give a larger budget` } : {}),
      },
      fromFiles: { files: shown, ...(unread.length > 0 ? { unread } : {}), proposals: waiting.slice(0, 20) },
    };
  },
};

function describe(path: string, files: Files, hashOf: AuthorContext['hashOf']): JsonObject {
  const text = files.get(path) ?? '';
  const found = checkFile(files, path);
  const errors = found.filter(({ severity }) => severity === 'error').length;
  const warnings = found.filter(({ severity }) => severity === 'warning').length;
  const kind = kindOf(path);
  return {
    path,
    kind,
    ...(hashOf === null ? {} : { hash: hashOf(text) }),
    ...(kind === 'workflow' ? { tasks: analyze(path, text).graph.nodes.size } : {}),
    ...(errors > 0 ? { errors } : {}),
    ...(warnings > 0 ? { warnings } : {}),
  };
}

function kindOf(path: string): string {
  if (isTestFile(path)) return 'tests';
  if (isRowsFile(path)) return 'rows';
  return isServeConfig(path) ? 'server' : 'workflow';
}
