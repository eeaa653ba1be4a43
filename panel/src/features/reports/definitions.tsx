import type { ReportMetric } from '@parley/protocol/report-metrics'
import { useTexts } from '../../i18n/i18n.tsx'
import classes from './definitions.module.css'
import type { FigureLayout } from './report-layouts.ts'

/** What each figure of the report means. */
export function Definitions(props: { figures: readonly FigureLayout[]; metrics: readonly ReportMetric[] }) {
  const texts = useTexts().reports
  const words = [
    ...props.figures.flatMap((layout) => (layout.kind === 'share' ? texts.shares[layout.name] : [])),
    ...props.metrics.map((metric) => texts.metrics[metric]),
  ]
  return (
    <details className={classes.definitions}>
      <summary>{texts.definitions}</summary>
      <dl>
        {words.map(({ name, definition }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{definition}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
