import { p256PublicKey } from '@parley/server/features/identity/es256'
import { isSignedWithEs256, isSignedWithHs256 } from '@parley/server/features/identity/jws'
import { compactVerify, CompactSign, importJWK, type JWK } from 'jose'
import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { BenchOptions } from '../arguments.ts'
import { fixed, row } from '../figures.ts'

/** Verified at once, like the handshakes of a storm. */
const concurrency = 64

interface Signed {
  jws: string
  jwk: JWK
}

/** Verifies one JWS. Throws if it does not. */
type Verify = (signed: Signed) => void | Promise<void>

/**
 * `npm run bench -- signatures`: processor time of verifying proofs (ES256, a key each) and socket tokens (HS256), with `jose` and
 * with the functions of the service, in turns.
 */
export async function benchSignatures({ quick }: BenchOptions): Promise<void> {
  const [count, rounds] = quick ? [200, 2] : [2000, 5]
  const proofs = await signAll(count, 'ES256')
  const tokens = await signAll(count, 'HS256')
  const check = (isValid: boolean) => {
    if (!isValid) throw new Error('A valid signature was refused')
  }
  const ways: [string, Signed[], Verify][] = [
    [
      'proof, jose',
      proofs,
      async ({ jws, jwk }) => void (await compactVerify(jws, await importJWK(jwk, 'ES256'))),
    ],
    [
      'proof, service',
      proofs,
      ({ jws, jwk: { x = '', y = '' } }) => {
        const key = p256PublicKey(x, y)
        check(key !== null && isSignedWithEs256(jws, key))
      },
    ],
    ['token, jose', tokens, async ({ jws, jwk }) => void (await compactVerify(jws, secretOf(jwk)))],
    ['token, service', tokens, ({ jws, jwk }) => check(isSignedWithHs256(jws, secretOf(jwk)))],
  ]
  console.log(
    `\nProcessor time in us per signature, ${count} signatures, ${concurrency} at once, ${rounds} rounds in turns`,
  )
  const figures = new Map(ways.map(([name]) => [name, { main: [] as string[], all: [] as string[] }]))
  for (let round = 0; round < rounds; round++)
    for (const [name, signed, verify] of ways) {
      const { main, all } = await measure(signed, verify)
      figures.get(name)?.main.push(fixed(main, 0))
      figures.get(name)?.all.push(fixed(all, 0))
    }
  for (const [name, { main, all }] of figures) {
    row(`${name}, main thread`, ...main)
    row(`${name}, all threads`, ...all)
  }
}

const secretOf = ({ k }: JWK) => createSecretKey(Buffer.from(k ?? '', 'base64url'))

const signAll = (count: number, alg: 'ES256' | 'HS256'): Promise<Signed[]> =>
  Promise.all(Array.from({ length: count }, () => sign(alg)))

async function sign(alg: 'ES256' | 'HS256'): Promise<Signed> {
  const payload = new CompactSign(randomBytes(300)).setProtectedHeader({ alg })
  if (alg === 'HS256') {
    const secret = randomBytes(32)
    return { jws: await payload.sign(secret), jwk: { kty: 'oct', k: secret.toString('base64url') } }
  }
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { jws: await payload.sign(privateKey), jwk: publicKey.export({ format: 'jwk' }) }
}

async function measure(signed: Signed[], verify: Verify): Promise<{ main: number; all: number }> {
  const waiting = signed.values()
  const worker = async () => {
    for (const one of waiting) await verify(one)
  }
  const [processBefore, threadBefore] = [process.cpuUsage(), process.threadCpuUsage()]
  await Promise.all(Array.from({ length: concurrency }, worker))
  const perSignature = ({ user, system }: NodeJS.CpuUsage) => (user + system) / signed.length
  return {
    main: perSignature(process.threadCpuUsage(threadBefore)),
    all: perSignature(process.cpuUsage(processBefore)),
  }
}
