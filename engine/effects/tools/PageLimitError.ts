/** A page, or what is asked of it, is more than is taken. */
export class PageLimitError extends Error {
  readonly reason: 'depth' | 'too_large' | 'select' | 'output';
  readonly limit: number;
  constructor(reason: PageLimitError['reason'], limit: number, what: string) {
    super(`${what} (limit: ${limit}).`);
    this.reason = reason;
    this.limit = limit;
  }
}
