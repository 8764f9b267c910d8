import type { Template } from '../app/platform/index.ts';
import type { Story } from './drawStory.ts';
import { frame } from './frame.ts';
import { escapeHtml } from './highlightYaml.ts';

/** What a newcomer may want to know next, each with the page that says it. */
const POINTS: readonly (readonly [title: string, text: string, page: string])[] = [
  [
    'The text is the truth',
    'A workflow is a YAML file. Edit it as text or on the canvas: only the lines of your change are touched.',
    'docs/format.html',
  ],
  [
    'Replay every step',
    'A run is kept step by step. Go back to any instant, change a value, continue from there, or compare two runs.',
    'docs/runs.html',
  ],
  [
    'Tests for agents',
    'Save a run as a test. It plays without a model, a key or a network, and says which line went wrong.',
    'docs/tests.html',
  ],
  [
    'It runs where you are',
    'In the browser, on the command line, in CI, or on a server of your own. There is no account.',
    'docs/cli.html',
  ],
  [
    'Keys go where you say',
    'A secret is a placeholder in every run, file and log, and reaches only the hosts that you allowed.',
    'docs/secrets.html',
  ],
  [
    'Room for coding agents',
    'They get tools to read, check and test workflows. What they write is a proposal, which you review.',
    'docs/agents.html',
  ],
];

/** The first page of the site: a run of a sample, above all else. */
export function landing(story: Story, templates: readonly Template[]): string {
  return frame({
    address: 'index.html',
    title: 'Signalbox: a workflow designer that runs what it draws',
    description:
      'Draw a workflow, see it as YAML next to it, press Run, and watch every step. In the browser, on the command line and on your own server.',
    body: `<main id="content" class="landing" tabindex="-1">
<section class="hero">
<div class="words">
<h1>Draw a workflow. Run it. See every step.</h1>
<p>A visual designer for workflows of agents, tools and people, whose files are plain YAML. It runs what it draws: here, in your browser.</p>
<p class="ways"><a class="button primary" href="app/">Open the app</a><a class="button" href="docs/index.html">Read the docs</a></p>
</div>
${player(story)}
</section>
<section aria-label="What it does" class="points">${POINTS.map(([title, text, page]) => `<a href="${page}"><h2>${title}</h2><p>${escapeHtml(text)}</p></a>`).join('')}</section>
<section class="gallery"><h2>Begin from a workflow that runs</h2>
<p>Each of them runs offline with made-up answers, and has tests.</p>
<ul>${templates.map(card).join('')}</ul></section>
<footer>Apache-2.0. <a href="docs/changelog.html">Changelog</a> · <a href="docs/security.html">Security</a> · <a href="docs/contributing.html">Contributing</a></footer>
</main>`,
  });
}

/** The run as a picture with its timeline. Without a script it is the run as it ended. */
function player({ svg, instants, steps }: Story): string {
  const length = instants.at(-1) ?? 0;
  const rows = steps.map(({ title, status, from, to }) => {
    const [left, width] = [(from / length) * 100, Math.max(((to - from) / length) * 100, 0.8)];
    const time = `${((to - from) / 1000).toFixed(1)} s`;
    return `<tr><th scope="row">${escapeHtml(title)}</th><td class="track"><svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="${status}" x="${left.toFixed(2)}" width="${width.toFixed(2)}" height="6" rx="1"/></svg></td><td class="time">${time}</td></tr>`;
  });
  return `<figure class="player" data-instants="${instants.join(',')}">
<figcaption>A run of the sample <em>Support triage</em></figcaption>
<div class="picture">${svg}</div>
<div class="controls"><button type="button" class="button" id="play" hidden>Play</button><label><span class="hidden">Instant of the run</span><input type="range" id="instant" min="0" max="${length}" value="${length}" step="10" disabled></label><output id="clock">${(length / 1000).toFixed(1)} s</output></div>
<table class="steps"><caption class="hidden">Steps of the run</caption><tbody>${rows.join('')}</tbody></table>
<p class="try"><a href="app/#/support-triage.yaml">Run it yourself</a></p>
</figure>`;
}

function card({ id, name, description, sketch }: Template): string {
  const { view, frames, cards, lines } = sketch;
  const shapes = [
    ...frames.map(
      ([x, y, width, height]) =>
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="none" stroke="var(--line-strong)" stroke-width="4"/>`,
    ),
    ...lines.map(([tone, d]) => `<path d="${escapeHtml(d)}" fill="none" stroke="var(--${tone})" stroke-width="5"/>`),
    ...cards.map(
      ([x, y, width, height, tone]) =>
        `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="var(--${tone === 'neutral' ? 'sunken' : `${tone}-soft`})" stroke="var(--${tone === 'neutral' ? 'ink-3' : tone})" stroke-width="4"/>`,
    ),
  ];
  return `<li><a href="app/#/?template=${id}"><svg viewBox="${view.join(' ')}" aria-hidden="true">${shapes.join('')}</svg><h3>${escapeHtml(name)}</h3><p>${escapeHtml(description)}</p></a></li>`;
}
