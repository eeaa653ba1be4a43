import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { kill } from '../testing/killed-processes.ts'

const waitingLines = 2000

const start = `
  import { createInterface } from 'node:readline'
  import { createLogger } from ${JSON.stringify(new URL('logger.ts', import.meta.url))}
`

/** Logs each line of its standard input. The signal comes with EFBIG and would end it. */
const program = `
  ${start}
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

/** Its output is a pipe, which is full. Logs numbered lines, then ends when its standard input does. */
async function startWithFullPipe(lines: number) {
  const pipeProgram = `
    ${start}
    // Makes the pipe one that does not block.
    void process.stdout
    const logger = createLogger('info')
    for (let count = 0; count < ${lines}; count += 1) logger.info({ count }, 'line')
    process.send('logged')
    for await (const line of createInterface(process.stdin)) logger.info(line)
    logger.flush(() => process.exit(0))
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', pipeProgram], {
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => kill(child))
  await once(child, 'message')
  return child
}

test('a process that ends writes what waits for the reader of its log', async () => {
  const child = await startWithFullPipe(8_000)
  child.stdin?.end()
  const log = await text(child.stdout as Readable)
  const counts = log
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { count: number }).count)
  expect(counts).toEqual(Array.from({ length: 8_000 }, (_, index) => index))
}, 60_000)

test('a process ends though nobody reads its log', async () => {
  const child = await startWithFullPipe(8_000)
  child.stdin?.end()
  expect(await once(child, 'exit')).toEqual([0, null])
}, 60_000)

test('lines that nobody has read are dropped from a size on, and counted', async () => {
  const child = await startWithFullPipe(60_000)
  const written = createInterface(child.stdout as Readable)[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await written.next()).value as string) as Record<string, unknown>
  let line = await next()
  let count = 0
  for (; line['msg'] === 'line'; line = await next()) {
    expect(line['count']).toBe(count)
    count += 1
  }
  expect(count).toBeLessThan(60_000)
  expect(line).toMatchObject({ level: 40, msg: 'log lines could not be written', lines: 60_000 - count })
  child.stdin?.write('again\n')
  expect(await next()).toMatchObject({ msg: 'again' })
}, 60_000)
