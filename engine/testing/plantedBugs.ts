import { analyze } from '../graph/index.ts';
import type { Workflow } from '../model/index.ts';
import { ANSWER } from './planted/answer.ts';
import { CAMPAIGN } from './planted/campaign.ts';
import { ESCALATION } from './planted/escalation.ts';
import { INVOICE } from './planted/invoice.ts';
import { ORDER_TO_CASH } from './planted/orderToCash.ts';
import type { Planted, PlantedFlow } from './planted/Planted.ts';
import { POLLING } from './planted/polling.ts';
import { PRICES } from './planted/prices.ts';
import { RAG } from './planted/rag.ts';
import { SAGA } from './planted/saga.ts';
import { IN_TEMPLATES } from './planted/templates.ts';

export type { PlantedFlow } from './planted/Planted.ts';
export { IN_TEMPLATES };

const TICKET = `schema:
  input:
    type: object
    required: [mail, urgency]
    properties: { mail: { type: string }, urgency: { type: number, maximum: 5 } }
tasks: [{ id: a, type: basic }]
`;

/** The other workflow of the workspace. */
export const KNOWN = {
  find: (file: string): Workflow | null => (file === 'flows/ticket.yaml' ? analyze(file, TICKET).workflow : null),
  list: () => ['flows/ticket.yaml'],
};

export const PLANTED: readonly Planted[] = [
  ...INVOICE,
  ...ANSWER,
  ...PRICES,
  ...ORDER_TO_CASH,
  ...ESCALATION,
  ...RAG,
  ...POLLING,
  ...SAGA,
  ...CAMPAIGN,
];

/** The workflows without a bug. */
export function flowsOf(planted: readonly Planted[]): readonly PlantedFlow[] {
  return [...new Set(planted.map(({ flow }) => flow))];
}

export function plant({ flow, right, wrong }: Planted): string {
  return flow.text.replace(right, () => wrong);
}
