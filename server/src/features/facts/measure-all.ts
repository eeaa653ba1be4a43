import type { ReportMetric } from '@parley/protocol/report-metrics'
import { measureBacklog } from './measure-backlog.ts'
import { measurePresence } from './measure-presence.ts'
import { addParts, measure, type Division, type Measured, type MeasureScope } from './measure.ts'
import type { FactSnapshot } from './read-chunks.ts'

/** Figures of facts, of the backlog and of presence. */
export async function measureAll(
  snapshot: FactSnapshot,
  metrics: readonly ReportMetric[],
  scope: MeasureScope,
  divisions: readonly Division[],
): Promise<Measured> {
  const measured = await measure(snapshot, metrics, scope, divisions)
  for (const [index, division] of divisions.entries())
    for (const { total, parts } of [
      await measureBacklog(snapshot.trx, metrics, scope, division),
      await measurePresence(snapshot, metrics, scope, division),
    ]) {
      Object.assign(measured.total, total)
      addParts(measured.parts[index], parts, metrics)
    }
  return measured
}
