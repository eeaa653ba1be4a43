import path from 'node:path'
import { createWorkerThread } from '../../core/worker-thread.ts'
import { readProof, type ProofInput, type ProofReading } from './proof.ts'

export type ReadProof = (input: ProofInput) => Promise<ProofReading>

/** Fewer proofs cost the main thread less than a message to another one. */
const minThreadBatch = 4
/** Delay of the batch that follows one for the thread: waking the thread costs as much as several proofs. */
const threadIntervalMs = 2
/** The thread needs about 25 MB, most of which stay with the process. */
const threadIdleMs = 60_000
/** The thread has failed if it takes longer. Clients wait 10 s for the response to `connect`. */
const threadTimeoutMs = 5_000
/** How long the thread is not used after a failure: a failed start takes as long as many proofs. */
const threadPauseMs = 60_000
/** The bundle has the program beside its own (server/build.ts). */
const threadProgram = new URL(`./proof-thread${path.extname(import.meta.url)}`, import.meta.url)
const never = new AbortController().signal

interface Waiting {
  input: ProofInput
  resolve: (reading: ProofReading) => void
  reject: (error: unknown) => void
}

/**
 * Reads proofs, whose signatures are the most expensive part of a connect: those that arrive together on the main thread if they are few,
 * in another one if they are many, as in a reconnect storm.
 * @param onError called when the thread fails. Its proofs, and those of the next minute, are read on the main thread
 */
export function createProofReader(
  onError: (error: unknown) => void,
  { program = threadProgram, timeoutMs = threadTimeoutMs } = {},
) {
  const thread = createWorkerThread<ProofInput[], ProofReading[]>({
    program,
    data: null,
    idleMs: threadIdleMs,
  })
  let waiting: Waiting[] = []
  let isScheduled = false
  let isThreadUsed = false
  let threadFailedAt = -Infinity
  let isClosed = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    if (isThreadUsed) setTimeout(() => void readWaiting(), threadIntervalMs)
    else setImmediate(() => void readWaiting())
  }

  const mayUseThread = () => !isClosed && performance.now() - threadFailedAt > threadPauseMs

  /** Proofs that arrive while the thread works are its next batch. */
  async function readWaiting(): Promise<void> {
    const batch = waiting
    waiting = []
    isThreadUsed = batch.length >= minThreadBatch && mayUseThread()
    const readings = isThreadUsed ? await readInThread(batch.map(({ input }) => input)) : null
    for (const [index, { input, resolve, reject }] of batch.entries()) {
      try {
        resolve(readings?.[index] ?? readProof(input))
      } catch (error) {
        reject(error)
      }
    }
    isScheduled = false
    if (waiting.length > 0) schedule()
  }

  /** Resolves with null when the thread fails. */
  async function readInThread(inputs: ProofInput[]): Promise<ProofReading[] | null> {
    const timeout = setTimeout(() => void thread.close(), timeoutMs)
    try {
      return await thread.run(inputs, never)
    } catch (cause) {
      if (isClosed) return null
      threadFailedAt = performance.now()
      onError(new Error('The thread that reads proofs has failed or does not respond.', { cause }))
      return null
    } finally {
      clearTimeout(timeout)
    }
  }

  return {
    read: (input: ProofInput): Promise<ProofReading> =>
      new Promise((resolve, reject) => {
        waiting.push({ input, resolve, reject })
        schedule()
      }),
    close(): Promise<void> {
      isClosed = true
      return thread.close()
    },
  }
}
