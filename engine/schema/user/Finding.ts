/** A place in a value, from the inside out; null for the value itself. */
export interface ValuePlace {
  readonly up: ValuePlace | null;
  readonly key: string | number;
  /** True: the name of the property, not its value. */
  readonly isName?: true;
}

/** One keyword that a value does not fit, with what its message is made of. Made by the million, described by the hundred. */
export interface Issue {
  readonly place: ValuePlace | null;
  readonly keyword: string;
  /** What the schema has there. */
  readonly wanted: unknown;
  readonly value: unknown;
}

/** The result of one schema at one place. */
export interface Finding {
  readonly isValid: boolean;
  /** The first causes, at most {@link MOST_ISSUES}; none for a valid value. */
  readonly issues: readonly Issue[];
  /** True where the type, or the one value that is allowed, was wrong at this place itself. */
  readonly isMistyped: boolean;
}

/** How many causes are kept of one place. */
export const MOST_ISSUES = 100;

/** Nothing is wrong. */
export const FINE: Finding = { isValid: true, issues: [], isMistyped: false };

/** Gathers what is wrong at one place. */
export class Findings {
  readonly #place: ValuePlace | null;
  readonly #value: unknown;
  #issues: Issue[] | null = null;
  #isMistyped = false;

  constructor(place: ValuePlace | null, value: unknown) {
    this.#place = place;
    this.#value = value;
  }

  /** A keyword that the value itself does not fit. */
  add(keyword: string, wanted: unknown): void {
    this.#issues ??= [];
    if (TYPE_KEYWORDS.has(keyword)) this.#isMistyped = true;
    if (this.#issues.length < MOST_ISSUES)
      this.#issues.push({ place: this.#place, keyword, wanted, value: this.#value });
  }

  /** The result of another schema at the same place. */
  addHere(finding: Finding): void {
    this.addInside(finding);
    if (finding.isMistyped) this.#isMistyped = true;
  }

  /** The result of a schema at a place inside. */
  addInside({ isValid, issues }: Finding): void {
    if (isValid) return;
    this.#issues ??= [];
    for (const issue of issues) if (this.#issues.length < MOST_ISSUES) this.#issues.push(issue);
  }

  /** Alternatives of which none, or more than one, fit: what is wrong in the one that was meant, else that none fits. */
  addAlternatives(keyword: string, branches: readonly Finding[], matches: number): void {
    const meant = matches > 0 ? [] : branches.filter(({ isMistyped }) => !isMistyped);
    const [only] = meant;
    if (only !== undefined && meant.length === 1) this.addInside(only);
    else this.add(keyword, matches);
    if (branches.some(({ isMistyped }) => isMistyped)) this.#isMistyped = true;
  }

  end(): Finding {
    if (this.#issues === null) return FINE;
    return { isValid: false, issues: this.#issues, isMistyped: this.#isMistyped };
  }
}

const TYPE_KEYWORDS: ReadonlySet<string> = new Set(['type', 'const', 'enum']);
