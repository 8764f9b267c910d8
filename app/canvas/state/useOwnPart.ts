import { useCallback, useState } from 'react';
import { useSession } from '../../session/index.ts';
import type { DrawnPart } from '../model/pickDrawn.ts';

/** A part that was chosen, and the file that it is of. */
export interface ChosenPart {
  readonly path: string | null;
  readonly part: DrawnPart | null;
}

/** What is drawn of the large graph of the open file, and what chooses it. Null until it was chosen for this very file. */
export function useOwnPart(): readonly [part: DrawnPart | null, choose: (part: DrawnPart | null) => void] {
  const path = useSession((state) => state.document.activePath);
  const [chosen, setChosen] = useState<ChosenPart>({ path: null, part: null });
  const choose = useCallback((part: DrawnPart | null) => setChosen({ path, part }), [path]);
  return [partFor(chosen, path), choose];
}

/** The chosen part where it is of the file; the ids and lines of another one mean nothing here. */
export function partFor({ path, part }: ChosenPart, wanted: string | null): DrawnPart | null {
  return path === wanted ? part : null;
}
