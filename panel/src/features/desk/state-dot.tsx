import type { OwnState } from './own-state.ts'
import classes from './state-dot.module.css'

/** A dot for the agent's state. Decorative: the text is next to it. */
export function StateDot({ state }: { state: OwnState }) {
  if (state === 'unknown') return null
  return <span className={classes.dot} data-state={state} aria-hidden />
}
