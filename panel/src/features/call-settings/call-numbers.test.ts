import { expect, test } from 'vitest'
import { CallSettings } from '@parley/protocol/call-settings'
import { formOf, numberRanges, readNumber, settingsOf } from './call-numbers.ts'

const settings: CallSettings = {
  mode: 'video',
  recording: 'ask',
  recording_days: 90,
  relay_only: false,
  nobody: 'wait',
  ring: 'team_first',
  team_seconds: 30,
  offer_seconds: 20,
  queue_seconds: 120,
  connect_seconds: 20,
  grace_seconds: 30,
  wrap_up_seconds: 10,
  max_minutes: 60,
}

test('values that are not whole numbers in range are rejected', () => {
  for (const typed of ['', ' ', '9', '46', '20.5', '2e1', '-20', 'twenty', '20s', '0x14', '00000020']) {
    expect(readNumber('offer_seconds', typed), typed).toBeNull()
  }
  expect(settingsOf({ ...formOf(settings), max_minutes: '4' }, settings)).toBeNull()
})

test('ranges include both ends', () => {
  expect(readNumber('offer_seconds', '10')).toBe(10)
  expect(readNumber('offer_seconds', ' 45 ')).toBe(45)
  expect(readNumber('wrap_up_seconds', '0')).toBe(0)
})

test('an untouched form saves the stored settings', () => {
  expect(settingsOf(formOf(settings), settings)).toEqual(settings)
})

test('a number that is not shown does not keep the form from being saved', () => {
  const form = formOf(settings)
  const wrongDays = { ...form, recording_days: '' }
  expect(settingsOf(wrongDays, settings)).toBeNull()
  expect(settingsOf({ ...wrongDays, recording: 'off' }, settings)).toEqual({ ...settings, recording: 'off' })
  const wrongSeconds = { ...form, team_seconds: '5' }
  expect(settingsOf(wrongSeconds, settings)).toBeNull()
  expect(settingsOf({ ...wrongSeconds, ring: 'everyone' }, settings)).toEqual({
    ...settings,
    ring: 'everyone',
  })
  expect(settingsOf({ ...form, max_minutes: '', mode: 'off' }, settings)).toEqual({
    ...settings,
    mode: 'off',
  })
})

test('the ranges match the protocol', () => {
  const declared = Object.entries(CallSettings.properties).flatMap(([name, schema]) =>
    'minimum' in schema && 'maximum' in schema ? [[name, [schema.minimum, schema.maximum]]] : [],
  )
  expect(Object.fromEntries(declared)).toEqual(numberRanges)
})
