import { type RunView, tellWarning, workedBetween } from '#engine/run';
import { workedSoFar } from '../../session/runSteps/index.ts';
import { formatLength, type Status } from '../../ui/index.ts';
import { formatUsage } from '../parts/formatUsage.ts';
import type { TimeSpan } from '../timeline/outline/toBars.ts';
import { toTimelineRow, toTimeSpan } from '../timeline/outline/toTimelineRow.ts';
import { drawError, drawStatus, drawStep, listSteps, type ReportStep } from './drawStep.ts';
import { drawValue, ValueRoom } from './drawValue.ts';
import { html, Markup } from './Markup.ts';
import { REPORT_STYLE } from './reportStyle.ts';

/** A run with all that its report says of it. */
export interface ReportSubject {
  readonly runId: string;
  readonly path: string;
  /** Of the workflow, for people. */
  readonly title: string;
  /** The exact text that ran. */
  readonly source: string;
  /** `interrupted`: its worker had ended and it had not. */
  readonly status: Status;
  readonly view: RunView;
  /** When a fork was made, in ms since the epoch; null for any other run. */
  readonly forkedAt: number | null;
  /** Where it came from, as sentences: a server, a file, a fork. */
  readonly origin: readonly string[];
  /** The graph with the states of the run, as SVG that is safe; a sentence where there is none. */
  readonly graph: Markup | string;
  /** The name of a task, for people. */
  readonly nameOf: (taskId: string) => string;
  /** The version of Signalbox. */
  readonly version: string;
  /** When the report was made, in ms since the epoch. */
  readonly madeAt: number;
}

/** Nothing but this document is read, and nothing in it is executed. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** A run as one HTML document, in parts: no script, no address of another file, every text escaped. */
export function* writeReport(subject: ReportSubject): Generator<string> {
  const { view, madeAt } = subject;
  const room = new ValueRoom();
  const span = toTimeSpan(view, view.endedAt ?? madeAt);
  const steps = listSteps(view);
  yield drawHead(subject).text;
  yield drawSummary(subject, room).text;
  const { graph } = subject;
  yield html`<h2 id="graph">Graph</h2>
${typeof graph === 'string' ? html`<p class="none">${graph}</p>` : html`<div class="graph" role="region" aria-label="Graph" tabindex="0">${graph}</div>`}
<h2 id="timeline">Timeline</h2>
${steps.length === 0 ? html`<p class="none">No step has begun.</p>` : openTimeline(span)}`.text;
  for (const each of steps) yield drawRow(each, subject.nameOf(each.step.taskId), span).text;
  if (steps.length > 0) yield CLOSE_TIMELINE.text;
  yield html`<h2 id="steps">Steps</h2>
${noteOfSteps(view, steps)}`.text;
  for (const each of steps) yield drawStep(each.step, placeOf(subject, each, span), room).text;
  yield drawEnd(subject).text;
}

function drawHead({ title, path }: ReportSubject): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Run of ${title === path ? path : `${title} (${path})`}</title>
<style>${new Markup(REPORT_STYLE)}</style>
</head>
<body>
<main>
`;
}

function drawSummary(subject: ReportSubject, room: ValueRoom): Markup {
  const { view, title, origin } = subject;
  const facts = listFacts(subject).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  const warnings = view.warnings
    .slice(0, 100)
    .map((warning) => html`<li><code>${warning.code}</code> ${tellWarning(warning, view).slice(0, 2_000)}</li>`);
  return html`<h1>${title}</h1>
<p class="lead">${drawStatus(subject.status)} ${origin.map((sentence) => html`<span>${sentence} </span>`)}</p>
${view.error === null ? null : drawError(view.error, room)}
<dl class="facts">${facts}</dl>
${warnings.length === 0 ? null : html`<h2>Warnings</h2><ul>${warnings}</ul>`}
<h2>Input and output</h2>
${drawValue('Input of the run', view.input, room)}
${drawValue('Output of the run', view.output, room)}
`;
}

function listFacts({
  runId,
  path,
  view,
  forkedAt,
  version,
  madeAt,
}: ReportSubject): readonly (readonly [string, string])[] {
  const { endedAt, usage, activations } = view;
  const startedAt = forkedAt ?? view.startedAt;
  const failed = [...activations.values()].filter(({ status }) => status === 'error').length;
  const worked = workedSoFar({ view, forkedAt }, madeAt);
  const length = worked === null ? '' : formatLength(worked);
  return [
    ['File', path],
    ['Started', startedAt === null ? 'not yet' : formatInstant(startedAt)],
    ['Duration', endedAt === null && length !== '' ? `${length} so far` : length],
    [
      'Steps',
      `${activations.size.toLocaleString('en')}${failed === 0 ? '' : `, ${failed.toLocaleString('en')} failed`}`,
    ],
    ['Tokens and cost', usage === undefined ? 'no model was called' : formatUsage(usage)],
    ...(view.passed === undefined ? [] : [['Virtual time', `${formatLength(view.passed)} passed at once`] as const]),
    ...(view.simulate ? [['Answers', 'simulated'] as const] : []),
    ['Run', runId],
    ['Report', `${formatInstant(madeAt)}, Signalbox ${version}`],
  ];
}

/** A moment that reads the same wherever the report is opened. */
function formatInstant(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '–' : `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function placeOf(
  { nameOf, view }: ReportSubject,
  { step }: ReportStep,
  span: TimeSpan,
): Parameters<typeof drawStep>[1] {
  const around: string[] = [];
  for (let at = step.parent; at !== null && around.length < 40; ) {
    const outer = view.activations.get(at);
    around.unshift(nameOf(outer?.taskId ?? ''));
    at = outer === undefined || (outer.parent ?? 0) >= outer.activation ? null : outer.parent;
  }
  const { startedAt, endedAt, pinned } = step;
  const isOver = startedAt !== null && endedAt !== null;
  const idle = pinned === 'reused' ? [] : span.idle;
  const length = isOver ? formatLength(workedBetween(idle, startedAt, endedAt)) : '';
  return { name: nameOf(step.taskId), length, around, idle };
}

function noteOfSteps({ activations }: RunView, steps: readonly ReportStep[]): Markup | null {
  if (steps.length === activations.size) return null;
  return html`<p class="none">${steps.length.toLocaleString('en')} of ${activations.size.toLocaleString('en')} steps: the first that failed with what is around them, then the first ones. An export of the run has all.</p>`;
}

function drawEnd({ source, version }: ReportSubject): Markup {
  return html`<h2 id="source">The text that ran</h2>
${drawValue('Source', source, new ValueRoom())}
<footer>Made by Signalbox ${version}. Values are as the run recorded them: secrets are masked, all else is readable.</footer>
</main>
</body>
</html>
`;
}

/** Deepest indent, in steps: deeper ones would leave no room for names on a phone. */
const DEEPEST = 8;

/** The begin of the table of all steps over time. */
function openTimeline({ origin, end }: TimeSpan): Markup {
  return html`<table><thead><tr><th scope="col">Step</th><th scope="col">State</th><th scope="col" class="length">Duration</th><th scope="col" class="time"><span class="scale"><span>0</span><span>${formatLength(end - origin)}</span></span></th></tr></thead><tbody>
`;
}

/** The row of a step: its name, which leads to it, its state, its length and its bars, one for each attempt. */
function drawRow({ step, depth }: ReportStep, name: string, span: TimeSpan): Markup {
  const { bars, duration, item } = toTimelineRow(
    step,
    { depth, childCount: 0, isOpen: true, round: null, warnings: 0, isHandled: false },
    span,
  );
  const whole = Math.max(span.end - span.origin, 1);
  const drawn = bars.map(({ tone, start, end }) => {
    const [left, width] = [percent(start / whole), percent((end - start) / whole)];
    return html`<span class="bar ${tone}" style="left:${left}%;width:${width}%"></span>`;
  });
  const indent = Math.min(depth, DEEPEST) * 14;
  const which = item === null ? '' : ` · item ${item + 1}`;
  return html`<tr><td><span class="name" style="padding-left:${indent}px"><a href="#step-${step.activation}">${name}</a><small>${which}</small></span></td><td>${drawStatus(step.status)}</td><td class="length">${duration === null ? '' : formatLength(duration)}</td><td class="time"><div class="track">${drawn}</div></td></tr>
`;
}

/** The end of the table. */
const CLOSE_TIMELINE = html`</tbody></table>
`;

function percent(share: number): number {
  return Number.isFinite(share) ? Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100 : 0;
}
