import type { BuiltInTool } from './BuiltInTool.ts';

/** `core:html` (format.md section 3). */
export const HTML_TOOL = {
  use: 'core:html',
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
      properties: {
        title: { type: 'string' },
        text: { type: 'string', description: 'What a reader sees, a line for each block.' },
        links: {
          type: 'array',
          items: { type: 'object', properties: { text: { type: 'string' }, href: { type: 'string' } } },
          description: 'Links that lead somewhere, in their order.',
        },
        tables: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              columns: { type: 'array', items: { type: 'string' } },
              rows: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
            },
          },
          description: 'Each with its `columns`, empty without a header, and its `rows`.',
        },
        matches: {
          type: 'array',
          items: { type: 'object', properties: { text: { type: 'string' }, attributes: { type: 'object' } } },
          description: 'What `select` finds; only with it.',
        },
      },
    },
  },
} as const satisfies BuiltInTool;
