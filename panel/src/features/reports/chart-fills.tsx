import { fillAt, soft, strong, type FillName } from './chart-looks.ts'
import type { Series, Tone } from './report-parts.ts'

/** Patterns of the series. Ids hold for the whole document, so legends draw with the same ones. */
export function FillPatterns({ prefix, series }: { prefix: string; series: readonly Series[] }) {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden>
      <defs>
        {series.map(({ key, tone }, index) => (
          <pattern
            key={key}
            id={fillId(prefix, index)}
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
            {...(fillAt(index) === 'stripes' && { patternTransform: 'rotate(45)' })}
          >
            <rect width="8" height="8" fill={fillAt(index) === 'solid' ? strong(tone) : soft(tone)} />
            <Marks fill={fillAt(index)} tone={tone} />
          </pattern>
        ))}
      </defs>
    </svg>
  )
}

export const fillId = (prefix: string, index: number): string => `${prefix}-fill-${index}`

function Marks({ fill, tone }: { fill: FillName; tone: Tone }) {
  const ink = strong(tone)
  switch (fill) {
    case 'stripes':
      return <rect width="2" height="8" fill={ink} />
    case 'dots':
      return <circle cx="4" cy="4" r="1.75" fill={ink} />
    case 'lattice':
      return <path d="M0 0H8M0 0V8" stroke={ink} strokeWidth="3" />
    default:
      return null
  }
}
