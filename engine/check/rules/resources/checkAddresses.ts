import { isDataMap } from '../../../base/index.ts';
import { resolveUse, walkTasks } from '../../../model/index.ts';
import { builtInNamed } from '../../../tools/index.ts';
import type { Rule } from '../../subject/Rule.ts';

/** Scheme and host of an address, as far as its text has both before the first template. */
const ORIGIN = /^https?:\/\/[^\s/?#\\@{]+(?=[/?#]|$)/i;

/** Addresses outside the `base_url` of the tool that calls them: the headers of its config are not sent there (format.md 3). */
export const checkAddresses: Rule = function* ({ analysis: { workflow } }) {
  for (const { task } of walkTasks(workflow)) {
    const use = resolveUse(workflow, task);
    if (use.kind !== 'tool' || use.tool.use?.repo !== 'core' || !isDataMap(task.with)) continue;
    const reach = builtInNamed(use.tool.use.package)?.reach;
    if (typeof reach !== 'object' || reach.base === undefined) continue;
    const headers = use.tool.config?.get('headers');
    const base = originIn(use.tool.config?.get(reach.base));
    const called = originIn(task.with.get(reach.address));
    if (!isDataMap(headers) || headers.size === 0 || base === null || called === null || base === called) continue;
    const names = [...headers.keys()].join(', ');
    const message = `${called} is not at the ${reach.base} of tool "${use.tool.id}", ${base}: the headers of its config (${names}) are not sent there. Write those that belong there in "headers" next to "${reach.address}".`;
    yield { code: 'HEADERS_LEFT_OUT', path: [...task.path, 'with', reach.address], message };
  }
};

function originIn(address: unknown): string | null {
  return typeof address === 'string' ? (ORIGIN.exec(address)?.[0].toLowerCase() ?? null) : null;
}
