import type { ProviderSecret } from '@parley/protocol/provider'
import type { ConnectResult } from '@parley/protocol/session'
import { SignJWT } from 'jose'
import { createHash } from 'node:crypto'
import { newTestKey, signProof, type ProofParts, type TestKey } from './test-key.ts'
import { widgetHtu, type TestOrganization, type TestService, type TestVisitor } from './test-service.ts'
import type { SocketOptions, TestSocket } from './test-socket.ts'

/** Returns the provider's secret_key. */
export async function secretKeyOf(service: TestService, shop: TestOrganization): Promise<string> {
  const { body } = await service.call(
    'GET',
    `/v1/organizations/${shop.id}/providers/${shop.providerId}/secret`,
    { cookie: shop.cookie },
  )
  return (body as ProviderSecret).secret_key
}

export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Claims of a valid token; `now` in milliseconds. An undefined value in `claims` omits the claim. */
export function tokenClaims(
  bound: { providerId: string; jkt: string; now?: number },
  claims: Record<string, unknown> = {},
): Record<string, unknown> {
  const iat = Math.floor((bound.now ?? Date.now()) / 1000)
  const all = {
    pid: bound.providerId,
    uid: '4711',
    type: 'user',
    cnf: { jkt: bound.jkt },
    iat,
    exp: iat + 3600,
    ...claims,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

export const signToken = (secretKey: string, claims: Record<string, unknown>): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(Buffer.from(secretKey))

/** Proof and token for `connect` and `session.authenticate`. */
export async function credentials(
  key: TestKey,
  challenge: { nonce: string; server_time: string },
  token?: string,
  forged: Pick<ProofParts, 'header' | 'payload'> = {},
): Promise<{ proof: string; token?: string }> {
  const payload = {
    iat: Math.floor(Date.parse(challenge.server_time) / 1000),
    ...(token !== undefined && { ath: tokenHash(token) }),
    ...forged.payload,
  }
  const proof = await signProof(key, { ...forged, nonce: challenge.nonce, htu: widgetHtu, payload })
  return { proof, ...(token !== undefined && { token }) }
}

/** Connects a member. `sign` acts as the organization's token endpoint. */
export async function connectMember(
  service: TestService,
  providerId: string,
  sign: (jkt: string) => Promise<string>,
  options: { key?: TestKey; socket?: SocketOptions; params?: object } = {},
): Promise<TestVisitor & { token: string }> {
  const key = options.key ?? (await newTestKey())
  const token = await sign(key.jkt)
  const socket = await service.openWidget(options.socket)
  const connected = await socket.request<ConnectResult>('connect', {
    provider_id: providerId,
    ...(await credentials(key, await socket.challenge(), token)),
    language: 'fr',
    ...options.params,
  })
  return { socket, key, connected, token }
}

/** Sends session.authenticate on a connected socket; as the visitor if there is no token. */
export async function reauthenticate(
  socket: TestSocket,
  key: TestKey,
  token?: string,
  params: object = {},
): Promise<ConnectResult> {
  const challenge = await socket.request<{ nonce: string; server_time: string }>('session.challenge')
  const presented = await credentials(key, challenge, token)
  return socket.request<ConnectResult>('session.authenticate', { ...presented, ...params })
}
