import type { DeliveryReason } from '@parley/protocol/message-delivery'
import type { Transaction } from '../../core/database.ts'
import type { ReplyTarget } from '../../core/mail/reply-address.ts'
import { recordReturn } from './continuity-store.ts'
import type { ContinuityDeps } from './continuity.ts'
import type { MailLinks } from './mail-links.ts'

export interface MailReturnDeps {
  links: Pick<MailLinks, 'keyOf'>
  findCustomer: ContinuityDeps['findCustomer']
  /** Tells agents if `record` returns true, in the same transaction. */
  tellIf: (
    record: (trx: Transaction) => Promise<boolean>,
    ...entry: Parameters<ContinuityDeps['tell']>
  ) => Promise<void>
}

/** Tells agents that a mail came back. If the mailbox does not exist, none follows for a while (`isGone` in continuity.ts). */
export const createMailReturns =
  ({ links, findCustomer, tellIf }: MailReturnDeps) =>
  async (
    { organizationId, customerId }: { organizationId: string; customerId: string },
    { target, reason }: { target: ReplyTarget; reason: DeliveryReason },
    recipient: string,
  ): Promise<void> => {
    const customer = await findCustomer(organizationId, customerId)
    if (!customer?.email) return
    const { email } = customer
    const key = links.keyOf(email)
    if (links.keyOf(recipient) !== key) return
    const conversationId = target.kind === 'conversation' ? target.id : null
    await tellIf(
      (trx) => recordReturn(trx, customerId, { key, reason }),
      { organizationId, customerId, conversationId },
      { kind: 'failed', email, count: 0 },
    )
  }
