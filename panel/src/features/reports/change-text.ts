import type { Messages } from '../../messages/en.ts'
import type { Change, Unit } from './report-values.ts'

/** A change in the reader's language, for example +12%. */
export function changeText(
  change: Change,
  unit: Unit,
  locale: string,
  texts: Messages['reports']['change'],
): string {
  switch (change.kind) {
    case 'same':
      return texts.same
    case 'new':
      return texts.new
    case 'relative':
      return new Intl.NumberFormat(locale, {
        style: 'percent',
        maximumFractionDigits: Math.abs(change.ratio) < 0.1 ? 1 : 0,
        signDisplay: 'exceptZero',
      }).format(change.ratio)
    default: {
      const format = new Intl.NumberFormat(locale, {
        maximumFractionDigits: unit === 'share' ? 1 : 2,
        signDisplay: 'exceptZero',
      })
      return texts.points(format.format(unit === 'share' ? change.points * 100 : change.points))
    }
  }
}
