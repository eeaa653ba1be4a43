import { createHash } from 'node:crypto'
import { metricSources } from './metric-sources.ts'

/** Version of the format of stored days. Incremented when it changes. */
const format = 2

/** Identifies what stored days contain: those of other definitions are written again. */
export const factShape = createHash('sha256')
  .update(JSON.stringify([format, metricSources]))
  .digest('base64url')
  .slice(0, 12)
