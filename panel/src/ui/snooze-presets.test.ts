import { expect, test } from 'vitest'
import { snoozePresets } from './snooze-presets.ts'

const texts = {
  hours: (count: number) => `${count} h`,
  tomorrow: 'tomorrow',
  nextWeek: 'next week',
  reply: 'reply',
}
const of = (now: Date) =>
  snoozePresets(texts, now).map(({ label, moment }) => `${label}: ${moment.toString().slice(0, 21)}`)

test('on Sundays next week is omitted, because it equals tomorrow', () => {
  expect(of(new Date(2026, 3, 15, 14, 20))).toEqual([
    '1 h: Wed Apr 15 2026 15:20',
    '3 h: Wed Apr 15 2026 17:20',
    'tomorrow: Thu Apr 16 2026 09:00',
    'next week: Mon Apr 20 2026 09:00',
  ])
  expect(of(new Date(2026, 3, 19, 8, 0)).slice(2)).toEqual(['tomorrow: Mon Apr 20 2026 09:00'])
})
