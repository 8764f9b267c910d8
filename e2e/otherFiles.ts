/** What configures a server: its schedule is for a file that is not there, and its last value is still to be written. */
export const CONFIG = 'schedules:\n  nightly:\n    workflow: order\n    cron: "0 3 * * *"\n    overlap: ';

/** Two tasks, one after the other. */
export const TWO =
  'tasks:\n  - id: first\n    type: basic\n    on_success: { next: second }\n  - id: second\n    type: basic\n';
