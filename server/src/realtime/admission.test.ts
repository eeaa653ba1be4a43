import { expect, test } from 'vitest'
import { createAdmission, type Admission, type Priority } from './admission.ts'

const limits = { running: 32, waiting: 64, held: 100 }

/** Handshakes that run until they are ended; `order` has the names in order of their start. */
function createHandshakes(admission: Admission) {
  const order: string[] = []
  const ends: (() => void)[] = []
  return {
    order,
    connect(priority: Priority, name: string): Promise<void> {
      return admission.connect(priority, () => {
        order.push(name)
        return new Promise((resolve) => ends.push(resolve))
      })
    },
    async endOne() {
      ends.shift()?.()
      await turn()
    },
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('32 handshakes run at once, and an agent goes before the widgets that came earlier', async () => {
  const admission = createAdmission(limits)
  const { order, connect, endOne } = createHandshakes(admission)
  for (let count = 0; count < 34; count++) void connect('widget', `widget ${count}`)
  void connect('agent', 'agent')
  await turn()
  expect(order).toHaveLength(32)
  for (let count = 0; count < 3; count++) await endOne()
  expect(order.slice(32)).toEqual(['agent', 'widget 32', 'widget 33'])
})

test('a failed handshake is reported and leaves its place to the next', async () => {
  const admission = createAdmission(limits)
  const failed = admission.connect('widget', () => Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  const { order, connect } = createHandshakes(admission)
  for (let count = 0; count < 40; count++) void connect('widget', '')
  await turn()
  expect(order).toHaveLength(32)
})

test('upgrades are held back while 64 handshakes wait, and continue as these end', async () => {
  const admission = createAdmission(limits)
  const { connect, endOne } = createHandshakes(admission)
  for (let count = 0; count < 32 + 63; count++) void connect('widget', '')
  expect(admission.upgrade('widget', 'here')).toBeNull()
  void connect('widget', '')
  const continued: boolean[] = []
  void admission.upgrade('widget', 'here')?.turn.then((admitted) => continued.push(admitted))
  await turn()
  expect(continued).toEqual([])
  await endOne()
  await expect.poll(() => continued).toEqual([true])
  expect(admission.upgrade('widget', 'here')).toBeNull()
})

test('an agent does not wait for widgets, only for 64 handshakes of other agents', async () => {
  const admission = createAdmission(limits)
  const { connect, endOne } = createHandshakes(admission)
  for (let count = 0; count < 500; count++) void connect('widget', '')
  expect(admission.upgrade('widget', 'a flood')).not.toBeNull()
  expect(admission.upgrade('agent', 'an office')).toBeNull()
  for (let count = 0; count < 64; count++) void connect('agent', '')
  const continued: string[] = []
  void admission.upgrade('widget', 'a home')?.turn.then(() => continued.push('widget'))
  void admission.upgrade('agent', 'an office')?.turn.then(() => continued.push('agent'))
  await endOne()
  await expect.poll(() => continued).toEqual(['agent'])
})

test('a limited number of upgrades is held, and a flood from one network does not take the place of others', async () => {
  const admission = createAdmission(limits)
  const { connect } = createHandshakes(admission)
  for (let count = 0; count < 32 + 64; count++) void connect('widget', '')
  const flood = Array.from({ length: 101 }, () => admission.upgrade('widget', 'a flood')?.turn)
  expect(await flood.at(-1)).toBe(false)
  const visitor = admission.upgrade('widget', 'a home')
  expect(await flood.at(-2)).toBe(false)
  admission.open()
  expect(await visitor?.turn).toBe(true)
})

test('a stopping service holds no upgrades back', async () => {
  const admission = createAdmission(limits)
  const { connect } = createHandshakes(admission)
  for (let count = 0; count < 32 + 64; count++) void connect('widget', '')
  const held = admission.upgrade('widget', 'here')
  expect(held).not.toBeNull()
  admission.open()
  expect(await held?.turn).toBe(true)
  expect(admission.upgrade('widget', 'here')).toBeNull()
})
