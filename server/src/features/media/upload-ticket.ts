import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { AppError } from '../../core/app-error.ts'
import type { Secrets } from '../../core/secrets.ts'

/** An upload must begin within this time. */
export const ticketLifetimeSeconds = 600

/** Permission to upload one file. Self-contained: there is no row until the content has arrived. */
export type UploadTicket = Static<typeof UploadTicket>
const UploadTicket = Type.Object({
  id: Type.String(),
  organization_id: Type.String(),
  provider_id: Type.Union([Type.String(), Type.Null()]),
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

/** @throws AppError link_invalid when it was forged or is for another id, link_expired */
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
