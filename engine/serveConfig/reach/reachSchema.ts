import type { JsonObject } from '../../base/index.ts';

const ENTRIES = { type: 'array', items: { type: 'string', minLength: 1 } } as const;

const LISTS = {
  allow: {
    ...ENTRIES,
    description:
      'What may be called although it is on this computer or its network: hosts (localhost:11434), names below one (*.example.com), addresses (10.0.0.0/8).',
  },
  deny: { ...ENTRIES, description: 'What may not be called, in the same forms.' },
} as const;

/** `reach` of `signalbox.serve.yaml`. */
export const reachSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  description:
    'What calls of workflows may reach. When absent: the Internet, but not this server, this computer or its network.',
  properties: {
    ...LISTS,
    workflows: {
      type: 'object',
      description: 'Rules for single workflows, by name; they take precedence over the rules for all.',
      additionalProperties: { type: 'object', additionalProperties: false, properties: LISTS },
    },
  },
};
