import type { JsonObject } from '../../base/index.ts';

const ENTRIES = { type: 'array', items: { type: 'string', minLength: 1 } } as const;

const LISTS = {
  allow: {
    ...ENTRIES,
    description:
      'What may be called though it is this computer or of its network: hosts (localhost:11434), names below one (*.example.com), addresses (10.0.0.0/8).',
  },
  deny: { ...ENTRIES, description: 'What may not be called, in the same forms.' },
} as const;

/** `reach` of `signalbox.serve.yaml`. */
export const reachSchema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  description:
    'What the calls of workflows may reach. Without it: the Internet, and neither this server, this computer nor its network.',
  properties: {
    ...LISTS,
    workflows: {
      type: 'object',
      description: 'More for workflows of a name: this goes before what is said for all.',
      additionalProperties: { type: 'object', additionalProperties: false, properties: LISTS },
    },
  },
};
