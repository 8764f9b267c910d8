import { pathAt } from '../../syntax/index.ts';
import { type Mention, mentionsAt } from './mentions.ts';
import { type Named, type NamePlace, resolveMention } from './resolveName.ts';

/** The name that an offset is in, both its ends included; null outside of names. */
export function mentionAt({ analysis }: NamePlace, offset: number): Mention | null {
  const holds = ({ reach }: Mention): boolean => reach.start <= offset && offset <= reach.end;
  return mentionsAt(analysis, pathAt(analysis.syntax, offset)).find(holds) ?? null;
}

/** What the name at an offset means; null outside of names, and for what is not defined in the workspace. */
export function namedAt(place: NamePlace, offset: number): Named | null {
  const mention = mentionAt(place, offset);
  return mention === null ? null : resolveMention(place, mention);
}
