import type { ReportInterval, ReportPoint } from '@parley/protocol/reports'
import { knownZone } from '../../time/known-zone.ts'
import { daysIn } from './period.ts'

/**
 * Where each point is in its period, for comparison with another one. Hours go by the local clock: around its changes, periods have an
 * hour more or less.
 */
export function placesOf(
  points: readonly ReportPoint[],
  interval: ReportInterval,
  timeZone: string,
): string[] {
  if (interval !== 'hour') return points.map((_, index) => `${index}`)
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: knownZone(timeZone),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const times = points.map(({ start }) => {
    const parts = format.formatToParts(new Date(start))
    const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
    return { day: `${part('year')}-${part('month')}-${part('day')}`, hour: part('hour') }
  })
  const from = times[0]?.day ?? ''
  const places = times.map(({ day, hour }) => `${daysIn({ from, to: day })} ${hour}`)
  return places.map((place, index) => (place === places[index - 1] ? `${place} again` : place))
}
