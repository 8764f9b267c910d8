import { Component, type ErrorInfo, type ReactNode } from 'react';
import { forgetFailures } from '../lazyModule.ts';

export interface ErrorBoundaryProps {
  /** What to show instead; `retry` draws the children again. */
  readonly renderFallback: (error: Error, retry: () => void) => ReactNode;
  readonly onError?: ((error: Error, info: ErrorInfo) => void) | undefined;
  readonly children: ReactNode;
}

/** Keeps an error in one pane from breaking the other panes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown): { readonly error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === null ? this.props.children : this.props.renderFallback(error, this.#retry);
  }

  readonly #retry = (): void => {
    forgetFailures();
    this.setState({ error: null });
  };
}
