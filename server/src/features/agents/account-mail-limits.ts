import { clientNetwork } from '../../core/client-network.ts'
import { hashToken } from '../../core/secrets.ts'
import type { AttemptLimit } from './attempts.ts'
import { normalizeEmail } from './person-store.ts'

const perNetwork: AttemptLimit = { max: 10, seconds: 10 * 60 }
/** Colleagues share a network, and each of them has signed in. */
const ofSignedInPerNetwork: AttemptLimit = { max: 50, seconds: 10 * 60 }
const perAddress: AttemptLimit = { max: 5, seconds: 60 * 60 }

/** Limits of requests that each may send a link to an uninvolved person. */
export const limitsOfResets = (ip: string, email: string): Record<string, AttemptLimit> => ({
  [`reset mail from ${clientNetwork(ip)}`]: perNetwork,
  [`reset mail to ${hashToken(normalizeEmail(email))}`]: perAddress,
})

/** The same for links that confirm an address. */
export const limitsOfConfirmations = (ip: string, email: string): Record<string, AttemptLimit> => ({
  [`confirmation mail from ${clientNetwork(ip)}`]: ofSignedInPerNetwork,
  [`confirmation mail to ${hashToken(normalizeEmail(email))}`]: perAddress,
})
