import { AppError } from '../../core/app-error.ts'

/**
 * Whose server sends a mail: the organization's mailbox, or the installation's server, which organizations share. `open_installation`: anyone can
 * create an organization that uses it.
 */
export type MailServer = 'organization' | 'installation' | 'open_installation'

export type Limits = Record<string, { max: number; seconds: number }>

const perDay = (max: number) => ({ max, seconds: 86_400 })
/** More than anyone reads in a day, also for an address that several customers share. */
const messagesToAddress = perDay(30)
/** An honest organization beyond these connects its mailbox. */
const messagesOfOrganization = perDay(1_000)
/** As transcripts for customers. */
const requestsOfOrganization = perDay(400)

/** Limits of a day that a mail counts against. Requests have their own limit per address, on any server. */
export function limitsOf(
  server: MailServer,
  kind: 'request' | 'messages',
  { organizationId, key }: { organizationId: string; key: string },
): Limits {
  if (server === 'organization') return {}
  return {
    ...(kind === 'messages' && { [`continuity messages to ${key}`]: messagesToAddress }),
    ...(server === 'open_installation' && {
      [`continuity ${kind} of ${organizationId}`]:
        kind === 'messages' ? messagesOfOrganization : requestsOfOrganization,
    }),
  }
}

/** Resolves to the time until the mail may be sent (ms); 0: it may be, and is counted. */
export async function takeLimits(
  attempts: { takeAll: (limits: Limits) => Promise<void> },
  limits: Limits,
): Promise<number> {
  try {
    if (Object.keys(limits).length > 0) await attempts.takeAll(limits)
    return 0
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return (error.retryAfter ?? 60) * 1000
    throw error
  }
}
