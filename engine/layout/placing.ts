type Placing = typeof import('./places.ts');

/** Cards that have no place were to be placed before the code for that was there: what was being done has to be done again. */
export class PlacingMissing extends Error {
  override readonly name = 'PlacingMissing';
  override readonly message = 'What places cards has not been loaded.';
}

/** What places cards, once it has been loaded: the one state of this module. */
const loaded: { placing: Placing | null } = { placing: null };

/** Loads what finds places, with the library that ranks: large, and not needed where everything has a place already. */
export async function loadPlacing(): Promise<void> {
  loaded.placing ??= await import('./places.ts');
}

/** What finds places. Throws {@link PlacingMissing}. */
export function loadedPlacing(): Placing {
  if (loaded.placing === null) throw new PlacingMissing();
  return loaded.placing;
}
