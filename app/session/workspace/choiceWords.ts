import type { TaskType } from '#engine/model';

/** Words by which people look for each task type, from other programs and from what it is for. Lower case, one word each. */
export const TYPE_WORDS = {
  basic: ['step', 'action', 'call', 'node'],
  parallel: ['fork', 'fan', 'concurrent', 'branches', 'split', 'merge', 'join', 'race', 'together'],
  decision: ['if', 'else', 'switch', 'branch', 'condition', 'case', 'router', 'while', 'unless', 'when'],
  collection: ['loop', 'for', 'foreach', 'each', 'iterate', 'repeat', 'batch', 'list', 'array', 'map'],
  wait: ['delay', 'sleep', 'pause', 'timer', 'poll', 'until', 'event'],
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
