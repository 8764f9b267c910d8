/** Boxes that lines join were to be ranked before the library for that was there: what was being done has to be done again. */
export class RankingMissing extends Error {
  override readonly name = 'RankingMissing';
  override readonly message = 'The library that ranks boxes has not been loaded.';
}

type Ranking = typeof import('@dagrejs/dagre');

let ranking: Ranking | null = null;

/** Loads the library that ranks boxes, which is large, and not needed where everything has a place already. */
export async function loadRanking(): Promise<void> {
  ranking ??= await import('@dagrejs/dagre');
}

/** The library that ranks boxes. Throws {@link RankingMissing}. */
export function rankingLibrary(): Ranking {
  if (ranking === null) throw new RankingMissing();
  return ranking;
}
