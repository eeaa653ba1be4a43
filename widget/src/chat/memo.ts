import { h, type Component, type FunctionComponent } from 'preact'

/** A component that is drawn again only when `same` says no. (preact/compat has one too, with 9 kB around it.) */
export function memo<P extends object>(
  draw: FunctionComponent<P>,
  same: (before: P, after: P) => boolean,
): FunctionComponent<P> {
  return function Memo(this: Component<P>, props: P) {
    this.shouldComponentUpdate = (next) => !same(this.props, next)
    return h(draw, props)
  } as FunctionComponent<P>
}
