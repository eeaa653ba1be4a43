import { expect, test } from 'vitest'
import { createLifecycle } from './lifecycle.ts'

/** Resolves by hand, so that a test decides what ends first. */
function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

test('a failing stop hook is reported after all others ran', async () => {
  const lifecycle = createLifecycle({ worker: true })
  const ran: string[] = []
  lifecycle.onStop(() => ran.push('database'))
  lifecycle.onStop(() => {
    throw new Error('sockets')
  })
  lifecycle.addWorker({ start: () => {}, stop: () => Promise.reject(new Error('worker')) })
  const failure = await lifecycle.stop().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(AggregateError)
  expect((failure as AggregateError).errors.map(String)).toEqual(['Error: worker', 'Error: sockets'])
  expect(ran).toEqual(['database'])
})

test('a start hook that fails keeps later ones from running', async () => {
  const lifecycle = createLifecycle({ worker: true })
  const ran: string[] = []
  lifecycle.onStart(() => Promise.reject(new Error('port in use')))
  lifecycle.onStart(() => ran.push('later'))
  await expect(lifecycle.start()).rejects.toThrow('port in use')
  expect(ran).toEqual([])
})

test('a stop during a start aborts at once, waits for the running hook and skips the others', async () => {
  const lifecycle = createLifecycle({ worker: true })
  const events: string[] = []
  const slow = gate()
  lifecycle.onStart(async () => {
    await slow.opened
    events.push('slow hook ended')
  })
  lifecycle.addWorker({ start: () => events.push('start'), stop: async () => events.push('stop') })
  const started = lifecycle.start(() => events.push('listening'))
  await Promise.resolve()
  const stopped = lifecycle.stop()
  expect(lifecycle.signal.aborted).toBe(true)
  slow.open()
  await Promise.all([started, stopped])
  expect(events).toEqual(['listening', 'slow hook ended', 'stop'])
})

test('starts in order of registration, stops in reverse order, each hook after the one before', async () => {
  const lifecycle = createLifecycle({ worker: true })
  const events: string[] = []
  const slow = gate()
  for (const name of ['database', 'http', 'sockets']) {
    lifecycle.onStart(() => events.push(`start ${name}`))
    lifecycle.onStop(async () => {
      if (name === 'sockets') await slow.opened
      events.push(`stop ${name}`)
    })
  }
  await lifecycle.start()
  const stopped = lifecycle.stop()
  slow.open()
  await stopped
  expect(events).toEqual([
    'start database',
    'start http',
    'start sockets',
    'stop sockets',
    'stop http',
    'stop database',
  ])
})

test('workers take no more work as a stop begins, and are awaited before what they use is closed', async () => {
  const lifecycle = createLifecycle({ worker: true })
  const events: string[] = []
  const attempt = gate()
  lifecycle.onStop(() => events.push('database closed'))
  lifecycle.addWorker({
    start: () => events.push('worker started'),
    async stop() {
      events.push(lifecycle.signal.aborted ? 'worker takes no more' : 'signal too late')
      await attempt.opened
      events.push('worker finished')
    },
  })
  lifecycle.onStop(() => {
    events.push('sockets drained')
    attempt.open()
  })
  await lifecycle.start()
  expect(lifecycle.signal.aborted).toBe(false)
  await lifecycle.stop()
  expect(events).toEqual([
    'worker started',
    'worker takes no more',
    'sockets drained',
    'worker finished',
    'database closed',
  ])
})

test('a stop waits only for a limited time for a worker that does not end', async () => {
  const lifecycle = createLifecycle({ worker: true, workerStopMs: 1 })
  let isClosed = false
  lifecycle.onStop(() => (isClosed = true))
  lifecycle.addWorker({ start: () => {}, stop: () => new Promise(() => {}) })
  await lifecycle.stop()
  expect(isClosed).toBe(true)
})

test('a second stop waits for the first one and runs nothing again', async () => {
  const lifecycle = createLifecycle({ worker: true })
  let runs = 0
  const slow = gate()
  lifecycle.onStop(async () => {
    runs += 1
    await slow.opened
  })
  const first = lifecycle.stop()
  const second = lifecycle.stop()
  expect(second).toBe(first)
  slow.open()
  await Promise.all([first, second])
  expect(runs).toBe(1)
})

test('a process without the role worker runs no workers', async () => {
  const lifecycle = createLifecycle({ worker: false })
  const events: string[] = []
  lifecycle.addWorker({ start: () => events.push('start'), stop: async () => events.push('stop') })
  await lifecycle.start()
  await lifecycle.stop()
  expect(events).toEqual([])
})
