import { describe, expect, test } from 'vitest'
import { answers, tryReceivers } from '../../../testing/receiver-trial.ts'
import { okAnswer } from '../../../testing/test-receiver.ts'

const trial = tryReceivers()

describe('the response timeout', () => {
  test('closes the connection after 10 s', async () => {
    const sending = trial.deliver(() => {})
    await trial.receiver.received(1)
    trial.clock.pass(9_999)
    trial.clock.pass(1)
    expect(await sending).toMatchObject({
      outcome: 'timeout',
      status: null,
      failure: { code: 'answer_late', detail: null },
      response: null,
    })
    expect(trial.sockets[0]?.destroyed).toBe(true)
    expect(trial.clock.running).toBe(0)
  })

  test('accepts a response after 9.8 s', async () => {
    const sending = trial.deliver(() => {})
    await trial.receiver.received(1)
    trial.clock.pass(9_800)
    for (const socket of trial.receiver.open) socket.write(okAnswer)
    expect(await sending).toMatchObject({ outcome: 'delivered', status: 200, failure: null })
    expect(trial.clock.running).toBe(0)
  })

  test('ends with the head: body data after 10 s is still logged', async () => {
    const sending = trial.deliver(() => {})
    await trial.receiver.received(1)
    trial.clock.pass(9_800)
    const [socket] = trial.receiver.open
    socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nab')
    await trial.clock.started(1000)
    trial.clock.pass(500)
    socket?.write('cd')
    expect(await sending).toMatchObject({
      outcome: 'delivered',
      response: { body: 'abcd', truncated: false },
    })
  })

  test('applies until the status line is complete', async () => {
    const sending = trial.deliver(answers('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK'))
    await trial.receiver.received(1)
    trial.clock.pass(10_000)
    expect(await sending).toMatchObject({ outcome: 'timeout', status: null, response: null })
  })

  test.each([
    [200, 'delivered'],
    [500, 'bad_status'],
  ])('ends the wait for the rest of a head and keeps the status %i: %s', async (status, outcome) => {
    const sending = trial.deliver(() => {})
    await trial.read(`HTTP/1.1 ${status} Well\r\nretry-after: 700\r\nx-a: `)
    trial.clock.pass(10_000)
    expect(await sending).toMatchObject({
      outcome,
      status,
      failure: null,
      response: { status, headers: { 'retry-after': '700' }, body: '', truncated: true },
    })
    expect(trial.sockets[0]?.destroyed).toBe(true)
    expect(trial.clock.running).toBe(0)
  })

  test('does not apply to the body, which has 1 s: the status decides', async () => {
    const sending = trial.deliver(answers('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'))
    await trial.clock.started(1000)
    trial.clock.pass(1000)
    const result = await sending
    expect(result).toMatchObject({ outcome: 'delivered', response: { body: 'abc', truncated: true } })
    expect(trial.sockets[0]?.destroyed).toBe(true)
  })

  test('of the body is not extended by slow data', async () => {
    const sending = trial.deliver(answers('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n'))
    await trial.clock.started(1000)
    trial.clock.pass(500)
    for (const socket of trial.receiver.open) socket.write('1\r\nb\r\n')
    trial.clock.pass(500)
    expect(await sending).toMatchObject({ outcome: 'delivered', response: { truncated: true } })
  })
})
