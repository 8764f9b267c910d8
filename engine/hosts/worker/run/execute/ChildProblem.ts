import type { RunError } from '../../../../run/index.ts';

/** A child run cannot be continued, which ends the runs around it here. The message is for the user. */
export class ChildProblem extends Error {
  override readonly name = 'ChildProblem';
  readonly problem: RunError;

  constructor(problem: RunError) {
    super(problem.message);
    this.problem = problem;
  }
}
