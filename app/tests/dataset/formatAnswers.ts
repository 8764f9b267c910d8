import type { DatasetAnswers } from '../../session/tests/index.ts';

/** How the calls of a dataset were answered, in words: `4 asked for $0.0012, 8 kept`; empty where none was to be asked for real. */
export function formatAnswers({ asked, kept, missing, tokens, cost }: DatasetAnswers): string {
  const took = [
    ...(cost > 0 ? [`$${Number(cost.toPrecision(3))}`] : []),
    ...(tokens > 0 ? [`${tokens.toLocaleString('en')} tokens`] : []),
  ].join(', ');
  return [
    ...(asked > 0 ? [`${asked.toLocaleString('en')} asked${took === '' ? '' : ` for ${took}`}`] : []),
    ...(kept > 0 ? [`${kept.toLocaleString('en')} kept`] : []),
    ...(missing > 0 ? [`${missing.toLocaleString('en')} without an answer`] : []),
  ].join(', ');
}
