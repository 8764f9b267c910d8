import type { BuiltInTool } from './BuiltInTool.ts';
import { mapOf } from './mapOf.ts';

const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'array', items: TEXT } as const;

/** `core:html`. */
export const HTML = {
  name: 'html',
  title: 'HTML page',
  summary: 'Read a web page',
  description: 'Reads title, text, links and tables of a page, from its HTML or its address.',
  schema: {
    config: { type: 'object' },
    input: {
      type: 'object',
      properties: {
        html: { type: 'string', description: 'The page itself.' },
        url: {
          type: 'string',
          minLength: 1,
          description: 'Where to get the page. With `html`: what its links start from.',
        },
        select: { type: 'string', minLength: 1, description: 'A CSS selector: what fits it is in `matches`.' },
      },
    },
    output: {
      type: 'object',
      required: ['title', 'text', 'links', 'tables'],
      additionalProperties: false,
      properties: {
        title: { type: 'string', description: 'Its title; empty without one.' },
        text: { type: 'string', description: 'What a reader sees, a line for each block.' },
        links: {
          type: 'array',
          items: mapOf({ text: TEXT, href: TEXT }),
          description: 'Links that lead somewhere, in their order.',
        },
        tables: {
          type: 'array',
          items: mapOf({ columns: TEXTS, rows: { type: 'array', items: TEXTS } }),
          description: 'Each with its `columns`, empty without a header, and its `rows`.',
        },
        matches: {
          type: 'array',
          items: mapOf({ text: TEXT, attributes: { type: 'object', additionalProperties: TEXT } }),
          description: 'What `select` finds; only with it.',
        },
      },
    },
  },
  start: { html: '<h1>Hello</h1>' },
  changes: 'nothing',
  reach: { address: 'url', unless: 'html' },
} as const satisfies BuiltInTool;
