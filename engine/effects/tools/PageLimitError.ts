/** A page, or what is read of it, is past a limit. */
export class PageLimitError extends Error {
  readonly reason: 'depth' | 'too_large' | 'select' | 'output';
  readonly limit: number;
  constructor(reason: PageLimitError['reason'], limit: number, what: string) {
    super(`${what} (limit: ${limit}).`);
    this.reason = reason;
    this.limit = limit;
  }
}
