import type { Json } from '../base/index.ts';
import { parseDuration } from '../model/index.ts';
import type { Path } from '../text/index.ts';
import type { Findings } from './Findings.ts';

/** A duration in ms; null, with a finding, where a text is none. What is no text is a finding of the schema. */
export function readDuration(value: Json | undefined, path: Path, findings: Findings): number | null {
  if (typeof value !== 'string') return null;
  const read = parseDuration(value);
  if (read.ok) return read.value;
  const { reason, suggestion } = read.error;
  const hint = suggestion === undefined ? '' : ` Write ${suggestion}.`;
  findings.add('TEST_DURATION', path, `${reason.replace(/\.?$/, '.')}${hint}`);
  return null;
}
