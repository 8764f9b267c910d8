import { createElement, type ReactNode } from 'react';
import styles from './visuallyHidden.module.css';

/** A visually hidden text for screen readers; as a heading where what is seen makes plain what it is, and its order does not. */
export function VisuallyHidden({
  as = 'span',
  children,
}: {
  readonly as?: 'span' | 'h2';
  readonly children: ReactNode;
}) {
  return createElement(as, { className: styles.visuallyHidden }, children);
}
