import type { ReportMetric } from '@parley/protocol/report-metrics'
import type { Transaction } from '../../core/database.ts'
import { measureBacklog } from './measure-backlog.ts'
import { measurePresence } from './measure-presence.ts'
import { addParts, measure, type Division, type Measured, type MeasureScope } from './measure.ts'

/** Figures of facts, of the backlog and of presence. */
export async function measureAll(
  trx: Transaction,
  metrics: readonly ReportMetric[],
  scope: MeasureScope,
  divisions: readonly Division[],
): Promise<Measured> {
  const measured = await measure(trx, metrics, scope, divisions)
  for (const more of [measureBacklog, measurePresence])
    for (const [index, division] of divisions.entries()) {
      const { total, parts } = await more(trx, metrics, scope, division)
      Object.assign(measured.total, total)
      addParts(measured.parts[index], parts, metrics)
    }
  return measured
}
