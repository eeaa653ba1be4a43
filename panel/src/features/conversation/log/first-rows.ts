import type { TimelineRow } from './timeline-rows.ts'

/** Rows of the first paint. */
export interface FirstRows {
  rows: readonly TimelineRow[]
  /** Where the log opens. At the "New" divider more rows follow below. */
  opensAt: 'end' | 'new'
}

/** The log opens with the divider a quarter of its height below its top. */
export const dividerOffset = 1 / 4

/**
 * The rows around the "New" divider, or the last ones if they include it or there is none.
 * @param visible number of rows that fit into the window
 */
export function firstRows(rows: readonly TimelineRow[], visible: number): FirstRows {
  const divider = rows.findIndex(({ kind }) => kind === 'new')
  const top = divider === -1 ? rows.length : Math.max(0, divider - Math.ceil(visible * dividerOffset))
  if (divider === -1 || divider >= rows.length - visible) {
    // High rows may put the divider above the window.
    return { rows: rows.slice(Math.max(0, Math.min(top, rows.length - visible))), opensAt: 'end' }
  }
  // More below the divider than is visible, so that the rows always fill the window.
  return { rows: rows.slice(top, divider + visible), opensAt: 'new' }
}
