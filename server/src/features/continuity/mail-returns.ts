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

/** Ends the mails to an address from which one came back, until the customer has another one or the reader confirms it. */
export const createMailReturns =
  ({ links, findCustomer, tellIf }: MailReturnDeps) =>
  async (
    { organizationId, customerId }: { organizationId: string; customerId: string },
    target: ReplyTarget,
    recipient: string,
  ): Promise<void> => {
    const customer = await findCustomer(organizationId, customerId)
    if (!customer?.email) return
    const { email } = customer
    const key = links.keyOf(email)
    if (links.keyOf(recipient) !== key) return
    const conversationId = target.kind === 'conversation' ? target.id : null
    await tellIf(
      (trx) => recordReturn(trx, customerId, key),
      { organizationId, customerId, conversationId },
      { kind: 'failed', email, count: 0 },
    )
  }
