import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { kill } from '../testing/killed-processes.ts'

const waitingLines = 2000

/** Logs each line of its standard input. The signal comes with EFBIG and would end it. */
const program = `
  import { createInterface } from 'node:readline'
  import { createLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url))}
  process.on('SIGXFSZ', () => {})
  const logger = createLogger('info')
  for await (const line of createInterface(process.stdin))
    for (let count = 0; count < ${waitingLines}; count += 1) logger.info({ count }, line)
`

test('a process goes on when its log has no room, writes whole lines once it has, and ends', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-log-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const file = path.join(directory, 'log')
  const log = await open(file, 'a')
  // The file can have a few blocks, as on a full disk.
  const limited = [
    '-c',
    'ulimit -f 8; exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    program,
  ]
  const child = spawn('/bin/sh', limited, { stdio: ['pipe', log.fd, 'inherit'] })
  onTestFinished(() => kill(child))
  await log.close()
  const exited = once(child, 'exit')
  const size = async () => (await stat(file)).size

  child.stdin?.write('full\n')
  await expect.poll(size, { timeout: 30_000 }).toBeGreaterThanOrEqual(8 * 512)
  const lineOfAgain = /^\{"level":30,.*"count":\d+,"msg":"again"\}$/m
  const written = async () => {
    const content = await readFile(file, 'utf8')
    if (lineOfAgain.test(content)) return content
    await truncate(file)
    child.stdin?.write('again\n')
    return content
  }
  await expect.poll(written, { timeout: 30_000 }).toMatch(lineOfAgain)
  child.stdin?.end()
  expect(await exited).toEqual([0, null])
}, 60_000)
