import { clientNetwork } from '../../core/client-network.ts'
import { hashToken } from '../../core/secrets.ts'
import type { AttemptLimit } from './attempts.ts'
import { normalizeEmail } from './person-store.ts'

const perNetwork: AttemptLimit = { max: 10, seconds: 10 * 60 }
const perAddress: AttemptLimit = { max: 5, seconds: 60 * 60 }

/** Limits of requests that each may send a link to an uninvolved person. */
export const limitsOfAccountMail = (ip: string, email: string): Record<string, AttemptLimit> => ({
  [`reset mail from ${clientNetwork(ip)}`]: perNetwork,
  [`reset mail to ${hashToken(normalizeEmail(email))}`]: perAddress,
})
