import path from 'node:path'
import { AppError } from '../../core/app-error.ts'
import { createWorkerThread } from '../../core/worker-thread.ts'
import { readProof, type ProofInput, type ProofReading } from './proof.ts'

export type ReadProof = (input: ProofInput) => Promise<ProofReading>

/** Fewer proofs cost the main thread less than a message to another one. */
const minThreadBatch = 4
/** To the next batch after one for the thread: a message that wakes the thread costs as much as several proofs. */
const threadIntervalMs = 2
/** The thread needs some megabytes. */
const threadIdleMs = 60_000
/** The bundle has the program beside its own (server/build.ts). */
const threadProgram = new URL(`./proof-thread${path.extname(import.meta.url)}`, import.meta.url)
const never = new AbortController().signal

interface Waiting {
  input: ProofInput
  resolve: (reading: ProofReading) => void
}

/**
 * Reads proofs, whose signatures are the most expensive part of a connect: those that arrive together on the main thread if they are few,
 * in another one if they are many, as in a reconnect storm.
 * @param onError called when the thread fails. Its proofs are read on the main thread
 */
export function createProofReader(onError: (error: unknown) => void) {
  const thread = createWorkerThread<ProofInput[], ProofReading[]>({
    program: threadProgram,
    data: null,
    idleMs: threadIdleMs,
  })
  let waiting: Waiting[] = []
  let isScheduled = false
  let isThreadUsed = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    if (isThreadUsed) setTimeout(() => void readWaiting(), threadIntervalMs)
    else setImmediate(() => void readWaiting())
  }

  /** Proofs that arrive while the thread works are its next batch. */
  async function readWaiting(): Promise<void> {
    const batch = waiting
    waiting = []
    const inputs = batch.map(({ input }) => input)
    isThreadUsed = batch.length >= minThreadBatch
    const readings = isThreadUsed ? await readInThread(inputs) : inputs.map(readProof)
    for (const [index, { resolve }] of batch.entries()) resolve(readings[index] as ProofReading)
    isScheduled = false
    if (waiting.length > 0) schedule()
  }

  async function readInThread(inputs: ProofInput[]): Promise<ProofReading[]> {
    try {
      return await thread.run(inputs, never)
    } catch (error) {
      // It was closed.
      if (!(error instanceof AppError)) onError(error)
      return inputs.map(readProof)
    }
  }

  return {
    read: (input: ProofInput): Promise<ProofReading> =>
      new Promise((resolve) => {
        waiting.push({ input, resolve })
        schedule()
      }),
    close: thread.close,
  }
}
