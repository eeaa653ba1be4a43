import { acquireFileLock, type FileLock } from '../core/file-lock.ts'

/**
 * A process that tries to acquire each lock file it is sent and replies whether it holds the lock. `release` releases all;
 * `forget` drops the references and runs the garbage collector.
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
