import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, it } from 'vitest'
import { acquireFileLock } from './file-lock.ts'

const holderProgram = fileURLToPath(new URL('../testing/lock-holder.ts', import.meta.url))

let directory: string
let file: string
let holders: ChildProcess[]

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-lock-'))
  file = path.join(directory, 'lock')
  holders = []
  return async () => {
    for (const holder of holders) await kill(holder)
    await rm(directory, { recursive: true })
  }
})

function startHolder(): ChildProcess {
  const holder = fork(holderProgram, { execArgv: ['--expose-gc'] })
  holders.push(holder)
  return holder
}

async function ask(holder: ChildProcess, message: string): Promise<unknown> {
  const answer = once(holder, 'message')
  holder.send(message)
  return (await answer)[0]
}

async function kill(holder: ChildProcess): Promise<void> {
  if (holder.exitCode !== null || holder.signalCode !== null) return
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}

it('is refused while another process holds it, and names that process', async () => {
  const holder = startHolder()
  await ask(holder, file)
  expect(await acquireFileLock(file)).toEqual({
    held: false,
    holder: `process ${holder.pid} on ${hostname()}`,
  })
})

it('is refused to the process that already holds it', async () => {
  const lock = await acquireFileLock(file)
  expect(await acquireFileLock(file)).toMatchObject({ held: false })
  // The refusal did not release the lock.
  expect(await ask(startHolder(), file)).toBe(false)
  if (lock.held) await lock.release()
})

it('survives garbage collection in its process', async () => {
  const holder = startHolder()
  await ask(holder, file)
  await ask(holder, 'forget')
  expect(await acquireFileLock(file)).toMatchObject({ held: false })
})

it('is released by its holder, and when its holder is killed', async () => {
  const holder = startHolder()
  await ask(holder, file)
  await ask(holder, 'release')
  const lock = await acquireFileLock(file)
  if (lock.held) await lock.release()
  expect(await ask(holder, file)).toBe(true)
  await kill(holder)
  const after = await acquireFileLock(file)
  expect(after.held).toBe(true)
  if (after.held) await after.release()
})

it('is acquired by exactly one of several processes after its holder was killed', async () => {
  const several = [startHolder(), startHolder(), startHolder()]
  const killed = startHolder()
  const files = Array.from({ length: 20 }, (_, index) => `${file}${index}`)
  for (const each of files) await ask(killed, each)
  await kill(killed)
  for (const each of files) {
    const held = await Promise.all(several.map((holder) => ask(holder, each)))
    expect(held.filter(Boolean)).toHaveLength(1)
  }
})
