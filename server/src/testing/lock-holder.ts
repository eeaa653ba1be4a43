import { acquireFileLock, type FileLock } from '../core/file-lock.ts'

/**
 * A process that tries for every lock file it is told of and answers whether it has it. `release` gives all back, `forget` leaves
 * them to the garbage collector, which it calls.
 */
let locks: FileLock[] = []

process.on('message', (message: string) => {
  answer(message).then(
    (said) => process.send?.(said),
    (error: unknown) => process.send?.(String(error)),
  )
})

async function answer(message: string): Promise<boolean | string> {
  if (message === 'release') return await release()
  if (message === 'forget') return forget()
  const lock = await acquireFileLock(message)
  locks.push(lock)
  return lock.held
}

async function release(): Promise<string> {
  for (const lock of locks.splice(0)) if (lock.held) await lock.release()
  return 'released'
}

function forget(): string {
  locks = []
  globalThis.gc?.()
  return 'forgotten'
}
