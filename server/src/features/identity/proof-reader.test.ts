import type { Worker } from 'node:worker_threads'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newTestKey, signProof, type TestKey } from '../../testing/test-key.ts'
import { createProofReader } from './proof-reader.ts'
import type { ProofInput } from './proof.ts'

const htu = 'https://parley.test/v1/public/socket'
const onThread = vi.fn<(worker: Worker) => void>()
const onError = vi.fn()
let key: TestKey
let reader: ReturnType<typeof createProofReader>
beforeAll(async () => {
  key = await newTestKey()
})
beforeEach(() => {
  vi.restoreAllMocks()
  vi.clearAllMocks()
  process.on('worker', onThread)
  reader = createProofReader(onError)
})
afterEach(async () => {
  await reader.close()
  process.off('worker', onThread)
})

/** Proofs of which every third has a broken signature, and every third is for another address, with what they read as. */
async function newProofs(count: number) {
  const kinds = ['valid', 'forged', 'misdirected'] as const
  const proofs = Array.from({ length: count }, async (_, index) => {
    const kind = kinds[index % 3]
    const nonce = `nonce ${index}`
    const signed = await signProof(key, { nonce, htu: kind === 'misdirected' ? `${htu}/other` : htu })
    const other = signed.at(-40) === 'A' ? 'B' : 'A'
    const proof = kind === 'forged' ? `${signed.slice(0, -40)}${other}${signed.slice(-39)}` : signed
    const input: ProofInput = { proof, htu, now: Date.now(), token: undefined }
    const verdict =
      kind === 'misdirected' ? { ok: false, code: 'proof_target_mismatch' } : { ok: true, jkt: key.jkt }
    const reading =
      kind === 'forged'
        ? { signed: false, code: 'proof_signature_invalid' }
        : { signed: true, nonce, verdict }
    return { input, reading }
  })
  const all = await Promise.all(proofs)
  return {
    readings: all.map(({ reading }) => reading),
    inputs: all.map(({ input }) => input),
    read: () => Promise.all(all.map(({ input }) => reader.read(input))),
  }
}

describe('[H4] proofs', () => {
  it('that are few are read without a thread', async () => {
    const { read, readings } = await newProofs(3)
    expect(await read()).toEqual(readings)
    expect(onThread).not.toHaveBeenCalled()
  })

  it('that are many at once are read in one thread, and each gets its own result', async () => {
    const { read, readings } = await newProofs(50)
    expect(await read()).toEqual(readings)
    expect(await read()).toEqual(readings)
    expect(onThread).toHaveBeenCalledOnce()
  })

  it('that arrive while the thread works are read after those before them', async () => {
    const [first, later] = [await newProofs(5), await newProofs(3)]
    const reading = first.read()
    await new Promise(setImmediate)
    const readingLater = later.read()
    expect(await Promise.race([reading, readingLater])).toEqual(first.readings)
    expect(await readingLater).toEqual(later.readings)
  })

  it('are read without the thread if it ends, and for the next minute', async () => {
    const { read, readings } = await newProofs(9)
    const reading = read()
    await new Promise(setImmediate)
    await onThread.mock.calls[0]?.[0].terminate()
    expect(await reading).toEqual(readings)
    expect(await read()).toEqual(readings)
    expect(onError).toHaveBeenCalledOnce()
    expect(onThread).toHaveBeenCalledOnce()
    const minuteLater = performance.now() + 61_000
    vi.spyOn(performance, 'now').mockReturnValue(minuteLater)
    expect(await read()).toEqual(readings)
    expect(onThread).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['cannot start', 'file:///missing/proof-thread.js'],
    ['does not respond', 'data:text/javascript,setInterval(() => {}, 1000)'],
  ])('are read without a thread that %s', async (_, program) => {
    const without = createProofReader(onError, { program: new URL(program), timeoutMs: 200 })
    const { inputs, readings } = await newProofs(9)
    expect(await Promise.all(inputs.map(without.read))).toEqual(readings)
    expect(onError).toHaveBeenCalledOnce()
    await without.close()
  })

  it('that cannot be read fail alone', async () => {
    const { inputs, readings } = await newProofs(2)
    const broken = reader.read({ ...inputs[0]!, proof: null as never })
    const whole = inputs.map(reader.read)
    await expect(broken).rejects.toThrow(TypeError)
    expect(await Promise.all(whole)).toEqual(readings)
  })

  it('are read without the thread once the service stops', async () => {
    const { read, readings } = await newProofs(9)
    const reading = read()
    await new Promise(setImmediate)
    await reader.close()
    expect(await reading).toEqual(readings)
    expect(await read()).toEqual(readings)
    expect(onThread).toHaveBeenCalledOnce()
    expect(onError).not.toHaveBeenCalled()
  })
})
