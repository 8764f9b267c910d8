import type { TemplateSketch } from '../../platform/index.ts';

/** A workflow from afar: cards in the colours of their kinds, and the lines between them. Decorative: the name is next to it. */
export function SketchPicture({
  sketch,
  className,
}: {
  readonly sketch: TemplateSketch;
  readonly className?: string | undefined;
}) {
  const { view, frames, cards, lines } = sketch;
  return (
    <svg className={className} viewBox={view.join(' ')} aria-hidden>
      {frames.map((box) => (
        <rect
          key={box.join()}
          {...toRect(box)}
          rx="16"
          fill="var(--hover)"
          stroke="var(--line-strong)"
          strokeWidth="3"
        />
      ))}
      {lines.map(([tone, path]) => (
        <path
          key={`${tone} ${path}`}
          d={path}
          fill="none"
          stroke={`var(--${tone})`}
          strokeWidth="5"
          {...(tone === 'error' ? { strokeDasharray: '14 9' } : {})}
        />
      ))}
      {cards.map(([x, y, width, height, tone]) => (
        <g key={`${x},${y}`}>
          <rect
            {...toRect([x, y, width, height])}
            rx="14"
            fill="var(--raised)"
            stroke="var(--line-strong)"
            strokeWidth="3"
          />
          <rect
            x={x + 14}
            y={y + 14}
            width="34"
            height="34"
            rx="9"
            fill={tone === 'neutral' ? 'var(--ink-3)' : `var(--${tone})`}
          />
          <rect x={x + 62} y={y + 22} width={width - 96} height="18" rx="9" fill="var(--line-strong)" />
        </g>
      ))}
    </svg>
  );
}

function toRect([x, y, width, height]: TemplateSketch['view']) {
  return { x, y, width, height };
}
