import { execFile } from 'node:child_process'
import path from 'node:path'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import type { LogConsumer } from '../core/log-consumers/log-consumer.ts'
import { listParked } from '../core/log-consumers/parked-entries.ts'
import { recorder } from '../testing/recorder-consumer.ts'
import { useTestLog } from '../testing/test-log.ts'

const lines = useTestLog()
const program = fileURLToPath(new URL('../parley.ts', import.meta.url))

function runCommand(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: lines.url,
    PARLEY_SECRET: 'a secret for tests, long enough to be one',
    PARLEY_DATA_DIR: path.join(tmpdir(), 'parley-parked-unused'),
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, 'parked', ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

test('parked entries are listed without their content, and requeued ones are handled again', async () => {
  expect(await runCommand()).toEqual({ code: 0, stdout: 'No entries are parked.\n', stderr: '' })
  let isBroken = true
  const plain = recorder()
  const consumer: LogConsumer = {
    ...plain,
    async handle(trx, batch, signal) {
      await plain.handle(trx, batch, signal)
      if (isBroken) throw new Error(`Cannot handle ${JSON.stringify(batch)}`)
    },
  }
  const id = await lines.customer()
  await lines.append(id, 'message.created')
  const consumers = await lines.start([consumer], { limits: { attempts: 1 } })
  const listed = await runCommand()
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  const [head, ...rows] = listed.stdout.trimEnd().split('\n')
  expect(head).toMatch(/^consumer +customer +position +type +parked at +attempts +reason$/)
  expect(rows).toHaveLength(2)
  const row = (seq: number, type: string, more = '') =>
    expect.stringMatching(
      new RegExp(`^recorder +${id} +${seq} +${type} +20\\S+ +1 +Error at parked\\.test\\.ts:\\d+${more}$`),
    )
  expect(rows.toSorted()).toEqual([row(1, 'customer.created'), row(2, 'message.created')])
  expect(await runCommand('another')).toMatchObject({ code: 0, stdout: 'No parked entries match.\n' })

  await consumers.stop()
  isBroken = false
  expect(await runCommand('requeue', 'another')).toMatchObject({
    code: 1,
    stdout: 'No parked entries match.\n',
  })
  expect((await runCommand('requeue', 'recorder', id, '2')).stdout).toMatch(/^1 entry requeued/)
  expect((await runCommand('recorder')).stdout.split('\n')).toContainEqual(
    row(2, 'message.created', ' \\(requeued\\)'),
  )
  const restarted = await lines.start([consumer])
  expect(await lines.seqs(id)).toEqual([2])
  expect((await runCommand('requeue')).stdout).toMatch(/^1 entry requeued/)
  await restarted.look()
  await restarted.settled()
  expect(await lines.seqs(id)).toEqual([2, 1])
  expect(await listParked(lines.db)).toEqual([])
  expect(await runCommand('requeue')).toMatchObject({ code: 0, stdout: 'No entries are parked.\n' })
})

test('wrong arguments are refused with the usage, and nothing is requeued', async () => {
  for (const words of [
    ['one', 'two'],
    ['requeue', '--all'],
    ['requeue', 'recorder', newId()],
    ['requeue', 'recorder', 'customer', '1'],
  ])
    expect(await runCommand(...words), words.join(' ')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('\n\nUsage: parley parked [consumer]\n') as string,
    })
})
