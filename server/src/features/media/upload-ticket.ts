import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../core/app-error.ts'
import type { Secrets } from '../../core/secrets.ts'

/** Seconds in which an upload must begin. */
export const ticketLifetime = 600

/** The right to upload one file. It is the only memory of it until the bytes are there: no row is made for a promise. */
export type UploadTicket = Static<typeof UploadTicket>
const UploadTicket = Type.Object({
  id: Type.String(),
  organization_id: Type.String(),
  provider_id: Type.String(),
  customer_id: Type.Union([Type.String(), Type.Null()]),
  owner: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  /** Unix seconds. */
  expires: Type.Integer(),
})

const context = 'media ticket'

export const sealTicket = (secrets: Secrets, ticket: UploadTicket): string =>
  secrets.seal(JSON.stringify(ticket), context)

/** @throws AppError link_invalid when it is not ours or for another id, link_expired */
export function openTicket(secrets: Secrets, sealed: string, mediaId: string, now: number): UploadTicket {
  const ticket = parse(secrets, sealed)
  if (ticket?.id !== mediaId)
    throw new AppError('link_invalid', { detail: 'This ticket is not for this upload.' })
  if (ticket.expires * 1000 <= now)
    throw new AppError('link_expired', { detail: 'The ticket has expired. Ask for another.' })
  return ticket
}

function parse(secrets: Secrets, sealed: string): UploadTicket | undefined {
  try {
    const ticket: unknown = JSON.parse(secrets.open(sealed, context))
    return Value.Check(UploadTicket, ticket) ? ticket : undefined
  } catch {
    return undefined
  }
}
