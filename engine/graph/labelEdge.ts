import { assertNever, type Data } from '../base/index.ts';
import type { Handler, HandlerName, Route } from '../model/index.ts';

/** What stands beside the line of a route: its key, then its own condition without braces: `high · value > 5`. */
export function labelRoute(route: Route): string {
  return withCondition(route.key, route.condition);
}

/** What stands beside the line of a handler: its words, then the condition that guards it. */
export function labelHandler(handler: Handler): string {
  return withCondition(describeHandler(handler.name), handler.routes === null ? handler.condition : null);
}

/** A handler in words: `success`, `each item fails`. */
export function describeHandler(name: HandlerName): string {
  switch (name) {
    case 'on_start':
      return 'on start';
    case 'on_success':
      return 'success';
    case 'on_error':
      return 'error';
    case 'on_complete':
      return 'complete';
    case 'on_operation_start':
      return 'each operation starts';
    case 'on_operation_complete':
      return 'each operation completes';
    case 'on_condition_match':
      return 'match';
    case 'on_condition_nomatch':
      return 'no match';
    case 'on_item_start':
      return 'each item starts';
    case 'on_item_success':
      return 'each item succeeds';
    case 'on_item_error':
      return 'each item fails';
    case 'on_batch_start':
      return 'each batch starts';
    case 'on_batch_complete':
      return 'each batch completes';
    case 'on_check':
      return 'each check';
    case 'on_timeout':
      return 'timeout';
    case 'on_validation_error':
      return 'invalid';
    case 'on_task_start':
      return 'each subtask starts';
    case 'on_task_complete':
      return 'each subtask completes';
    default:
      return assertNever(name);
  }
}

function withCondition(label: string, condition: Data): string {
  if (condition === null || typeof condition === 'object') return label;
  const text = String(condition);
  const bare = /^\s*\{\{([\s\S]*)\}\}\s*$/.exec(text);
  return `${label} · ${(bare?.[1] ?? text).trim().replace(/\s+/g, ' ')}`;
}
