import { formatLength } from '../../ui/index.ts';
import type { TimeSpan } from '../timeline/outline/toCallBars.ts';
import { toTimelineRow } from '../timeline/outline/toTimelineRow.ts';
import { drawStatus } from './drawStep.ts';
import type { ReportStep } from './listSteps.ts';
import { html, type Markup } from './Markup.ts';

/** Deepest indent, in steps: deeper ones would leave no room for names on a phone. */
const DEEPEST = 8;

/** The begin of the table of all steps over time. */
export function openTimeline({ origin, end }: TimeSpan): Markup {
  return html`<table><thead><tr><th scope="col">Step</th><th scope="col">State</th><th scope="col" class="length">Duration</th><th scope="col" class="time"><span class="scale"><span>0</span><span>${formatLength(end - origin)}</span></span></th></tr></thead><tbody>
`;
}

/** The row of a step: its name, which leads to it, its state, its length and its bars, one for each attempt. */
export function drawRow({ step, depth }: ReportStep, name: string, span: TimeSpan): Markup {
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
export const CLOSE_TIMELINE = html`</tbody></table>
`;

function percent(share: number): number {
  return Number.isFinite(share) ? Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100 : 0;
}
