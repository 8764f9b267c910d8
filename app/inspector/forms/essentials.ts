import { traitsOf } from '#engine/model';

/** Of a wait for somebody's answer: what is asked comes before how long. */
const OF_SIGNAL: readonly string[] = ['signal', 'title', 'description', 'signal_schema', 'timeout'];

const OF_WAIT: readonly string[] = ['timeout', 'check_interval', 'condition', 'signal'];

/**
 * The settings that the form of a task begins with: those by which it does what it does, in the order in which a person
 * thinks of them.
 * @param written the keys of its `config`
 */
export function essentialsOf(type: string, written: readonly string[]): readonly string[] {
  const { hasRoutes, waits, children, output } = traitsOf(type);
  if (hasRoutes) return ['condition'];
  if (waits) return written.includes('signal') ? OF_SIGNAL : OF_WAIT;
  if (output === 'mapping') return ['mapping'];
  if (children === 'item') return ['items', 'filter', 'mode'];
  if (children === 'sequence') return ['error_handling'];
  return children === 'none' ? [] : ['max_concurrent', 'fail_fast'];
}
