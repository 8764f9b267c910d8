import type { Reach } from '#engine/model';
import { lazyModule } from '../../ui/index.ts';

/** What reads what a text reaches: it comes with the language of expressions, which the page does not need at first. */
export const reachReader = lazyModule(() => import('./readReach.ts'));

export type ReachReader = typeof import('./readReach.ts');

/** Whether it stays within itself. */
export function reachesNothing(reach: Reach): boolean {
  return LISTS.every((key) => reach[key].length === 0) && FLAGS.every((key) => !reach[key]);
}

/** Whether one reaches anything that the other does not. */
export function reachesMore(reach: Reach, before: Reach): boolean {
  return (
    LISTS.some((key) => reach[key].some((item) => !before[key].includes(item))) ||
    FLAGS.some((key) => reach[key] && !before[key])
  );
}

/** What either reaches. */
export function joinReach(a: Reach, b: Reach): Reach {
  const both = (key: (typeof LISTS)[number]): readonly string[] => [...new Set([...a[key], ...b[key]])].sort();
  return {
    origins: both('origins'),
    services: both('services'),
    variables: both('variables'),
    tools: both('tools'),
    isSite: a.isSite || b.isSite,
    isAnywhere: a.isAnywhere || b.isAnywhere,
    readsAllVariables: a.readsAllVariables || b.readsAllVariables,
  };
}

const LISTS = ['origins', 'services', 'variables', 'tools'] as const;
const FLAGS = ['isSite', 'isAnywhere', 'readsAllVariables'] as const;
