import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { postgresTransport } from './postgres-transport.ts'

test('frames that are sent while others are on their way wait for them, without a warning of pg', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => void warnings.push(warning)
  process.on('warning', onWarning)
  const database = await createTestDatabase()
  const received: string[] = []
  const connected = Promise.withResolvers<void>()
  const transport = postgresTransport({ databaseUrl: database.url, channel: 'turns' })({
    onFrame: (frame) => void received.push(frame),
    onConnected: connected.resolve,
    onGap: () => {},
    onDisconnected: () => {},
  })
  await connected.promise
  const sent = ['a', 'b', 'c'].map((frame) => transport.send([frame]))
  await expect(transport.send(['x'.repeat(9_000)])).rejects.toThrow()
  await Promise.all([...sent, transport.send(['d'])])
  await expect.poll(() => received).toEqual(['a', 'b', 'c', 'd'])
  await transport.close()
  await database.drop()
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})
