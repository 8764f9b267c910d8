import { useReactFlow, useStoreApi } from '@xyflow/react';
import { type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { type Arrangement, boundsOf } from '../model/arrangeGraph.ts';
import { boxPath } from './Backdrop.tsx';
import styles from './LargeMinimap.module.css';

const SIZE = { width: 150, height: 84 };
const PADDING = 4;

/** A large graph as a whole in small, painted once instead of drawn card by card: press or drag to look elsewhere. */
export function LargeMinimap({ arrangement: { boxes } }: { readonly arrangement: Arrangement }) {
  const view = useRef<HTMLDivElement>(null);
  const { setCenter, getZoom } = useReactFlow();
  const store = useStoreApi();
  const bounds = useMemo(() => boundsOf(boxes.values()), [boxes]);
  const scale = Math.min((SIZE.width - 2 * PADDING) / bounds.width, (SIZE.height - 2 * PADDING) / bounds.height);
  const left = (SIZE.width - bounds.width * scale) / 2 - bounds.x * scale;
  const top = (SIZE.height - bounds.height * scale) / 2 - bounds.y * scale;

  const cards = useMemo(() => {
    const least = 0.5 / scale;
    const paths = [...boxes.values()].map(({ x, y, width, height }) =>
      boxPath({ x, y, width: Math.max(width, least), height: Math.max(height, least) }),
    );
    return <path d={paths.join('')} transform={`translate(${left} ${top}) scale(${scale})`} />;
  }, [boxes, scale, left, top]);

  // Past React: the view moves with each frame.
  useLayoutEffect(() => {
    const follow = () => {
      const { transform, width, height } = store.getState();
      const [x, y, zoom] = transform;
      const style = view.current?.style;
      if (!style) return;
      style.transform = `translate(${left - (x / zoom) * scale}px, ${top - (y / zoom) * scale}px)`;
      style.width = `${Math.max((width / zoom) * scale, 3)}px`;
      style.height = `${Math.max((height / zoom) * scale, 3)}px`;
    };
    follow();
    return store.subscribe(follow);
  }, [store, scale, left, top]);

  function lookAt(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1) return;
    const pane = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - pane.x - left) / scale, y: (event.clientY - pane.y - top) / scale };
    void setCenter(at.x, at.y, { zoom: getZoom() });
  }

  return (
    <div className={`${styles.map} nopan nowheel`} style={SIZE} onPointerDown={lookAt} onPointerMove={lookAt}>
      <svg role="img" aria-label="Minimap" className={styles.cards} {...SIZE}>
        {cards}
      </svg>
      <div ref={view} className={styles.view} />
    </div>
  );
}
