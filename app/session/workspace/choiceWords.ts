import type { BUILT_INS, TaskType } from '#engine/model';

/** Words by which people look for each task type, from other programs and from what it is for. Lower case, one word each. */
export const TYPE_WORDS = {
  basic: ['step', 'action', 'call', 'node'],
  parallel: ['fork', 'fan', 'concurrent', 'branches', 'split', 'merge', 'join', 'race', 'together'],
  decision: ['if', 'else', 'switch', 'branch', 'condition', 'case', 'router', 'while', 'unless', 'when'],
  collection: ['loop', 'for', 'foreach', 'each', 'iterate', 'repeat', 'batch', 'list', 'array', 'map'],
  wait: ['delay', 'sleep', 'pause', 'timer', 'poll', 'until', 'event', 'webhook', 'callback', 'schedule', 'cron'],
  map: ['transform', 'set', 'assign', 'convert', 'edit', 'fields', 'merge', 'template', 'rename'],
  composite: ['group', 'sequence', 'block', 'steps', 'scope', 'try', 'catch'],
} as const satisfies Record<TaskType, readonly string[]>;

/** Words by which people look for an approval, next to its name. */
export const APPROVAL_WORDS = [
  'approve',
  'human',
  'person',
  'review',
  'confirm',
  'gate',
  'signal',
  'form',
  'yes',
  'no',
] as const;

/** Words by which people look for an agent, next to its name. */
export const AGENT_WORDS = ['agent', 'ai', 'llm', 'model', 'prompt', 'chat', 'ask', 'gpt', 'assistant'] as const;

/** Words by which people look for a built-in, next to its title and what it says of itself: above all the services that are called. */
export const BUILT_IN_WORDS: Partial<Record<(typeof BUILT_INS)[number]['name'], readonly string[]>> = {
  http: `
    api rest graphql webhook fetch curl get post download url web service integration email mail slack teams discord telegram
    sms notify message send database sql postgres mysql sheets airtable notion github jira stripe payment
  `
    .trim()
    .split(/\s+/),
  javascript: ['code', 'script', 'function', 'js', 'typescript', 'python', 'calculate', 'formula', 'custom'],
  csv: ['spreadsheet', 'excel', 'table', 'rows', 'parse'],
  file: ['document', 'read', 'save', 'upload', 'folder', 'disk', 'pdf'],
  html: ['scrape', 'crawl', 'page', 'extract', 'rss', 'xml'],
  kv: ['store', 'state', 'cache', 'counter', 'variable', 'key', 'value', 'database'],
  memory: ['rag', 'vector', 'embedding', 'knowledge', 'search', 'history', 'conversation', 'remember'],
  workflow: ['subworkflow', 'sub', 'child', 'subflow', 'execute', 'nested'],
  log: ['debug', 'print', 'console', 'note'],
  raise: ['throw', 'fail', 'stop', 'error', 'exception', 'abort'],
  validate: ['schema', 'assert', 'verify', 'guard'],
  hash: ['crypto', 'checksum', 'sha', 'md5', 'hmac', 'sign', 'digest'],
};
