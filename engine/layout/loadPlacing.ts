type Placing = typeof import('./places.ts');

/** Cards were to be placed before the code for that was loaded: load it, then repeat the whole operation. */
export class PlacingMissing extends Error {
  override readonly name = 'PlacingMissing';
  override readonly message = 'The code that places cards has not been loaded.';
}

/** The code that places cards, once it has been loaded: the one state of this module. */
const loaded: { placing: Placing | null } = { placing: null };

/** Loads the code that finds places, with the library that ranks: large, and not needed where everything has a place. */
export async function loadPlacing(): Promise<void> {
  loaded.placing ??= await import('./places.ts');
}

/** The code that finds places. Throws {@link PlacingMissing}. */
export function loadedPlacing(): Placing {
  if (loaded.placing === null) throw new PlacingMissing();
  return loaded.placing;
}
