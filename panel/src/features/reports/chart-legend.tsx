import { fillId } from './chart-fills.tsx'
import { dashesAt, lineColour, strong, type PlotKind } from './chart-looks.ts'
import classes from './report-chart.module.css'
import type { Series } from './report-parts.ts'

/** Names of the series next to what they look like; drawn, so that it also works in grey. */
export function ChartLegend(props: { kind: PlotKind; prefix: string; series: readonly Series[] }) {
  const { kind, prefix, series } = props
  return (
    <ul className={classes.legend} aria-hidden>
      {series.map(({ key, label, tone }, index) => (
        <li key={key}>
          <svg width="20" height="12">
            {kind === 'lines' ? (
              <line
                x2="20"
                y1="6"
                y2="6"
                stroke={lineColour(tone)}
                strokeWidth="2.5"
                strokeDasharray={dashesAt(index)}
              />
            ) : (
              <rect
                x="0.5"
                y="0.5"
                width="19"
                height="11"
                rx="2"
                fill={`url(#${fillId(prefix, index)})`}
                stroke={strong(tone)}
              />
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}
