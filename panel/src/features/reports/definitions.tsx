import type { ReportMetric } from '@parley/protocol/report-metrics'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './definitions.module.css'

/** What each figure of the report means. */
export function Definitions({ metrics }: { metrics: readonly ReportMetric[] }) {
  const texts = useTexts().reports
  return (
    <details className={classes.definitions}>
      <summary>{texts.definitions}</summary>
      <dl>
        {metrics.map((metric) => (
          <div key={metric}>
            <dt>{texts.metrics[metric].name}</dt>
            <dd>{texts.metrics[metric].definition}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
