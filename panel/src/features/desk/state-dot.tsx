import type { OwnState } from './own-state.ts'
import classes from './state-dot.module.css'

/** A sign of the own state at the own face; the word stands beside it. */
export function StateDot({ state }: { state: OwnState }) {
  if (state === 'unknown') return null
  return <span className={classes.dot} data-state={state} aria-hidden />
}
