import { channelCapabilities, type Channel } from '@parley/protocol/channel'
import type { MiniApp, MiniAppChange, SameAccounts } from '@parley/protocol/mini-app'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { announceChange } from '../../core/organization-changes.ts'
import {
  accountOfMember,
  deleteMiniApp,
  findMiniApp,
  maxSameAccounts,
  membersOfAccount,
  namesOf,
  putMiniApp,
} from './mini-app-store.ts'

export interface MiniAppDeps {
  db: Database
  bus: Bus
  clock: Clock
  baseUrl: string
  /** @throws AppError not_found */
  requireConnection: (organizationId: string, channelId: string) => Promise<{ channel: Channel }>
  /** undefined: unknown or deleted. */
  findWidget: (widgetId: string) => Promise<{ organization_id: string } | undefined>
  /** @throws AppError not_found */
  requireCustomer: (organizationId: string, customerId: string) => Promise<unknown>
  /** The account of a contact; undefined for other customers. */
  accountOfContact: (
    organizationId: string,
    customerId: string,
  ) => Promise<{ channel: Channel; account_id: string } | undefined>
  contactsOfAccount: (
    organizationId: string,
    account: { channel: Channel; account_id: string },
    max: number,
  ) => Promise<string[]>
}

export type MiniApps = ReturnType<typeof createMiniApps>

/** Settings of mini apps, and who is the same account of a platform. */
export function createMiniApps(deps: MiniAppDeps) {
  const { db, bus, clock } = deps

  async function read(organizationId: string, channelId: string): Promise<MiniApp> {
    const { channel } = await deps.requireConnection(organizationId, channelId)
    if (!channelCapabilities[channel].miniApp) throw new AppError('mini_app_unsupported')
    const row = await findMiniApp(db, channelId)
    const widget = row && (await deps.findWidget(row.widget_id))
    return { url: `${deps.baseUrl}/mini/${channelId}`, widget_id: widget ? row.widget_id : null }
  }

  return {
    /** @throws AppError not_found, mini_app_unsupported */
    read,

    /** Members who are signed in stay so until their token ends, at most an hour. @throws AppError as `read`, provider_unknown */
    async change(
      organizationId: string,
      channelId: string,
      { widget_id: widgetId }: MiniAppChange,
    ): Promise<MiniApp> {
      await read(organizationId, channelId)
      if (widgetId === null) await deleteMiniApp(db, channelId)
      else {
        const widget = await deps.findWidget(widgetId)
        if (widget?.organization_id !== organizationId)
          throw new AppError('provider_unknown', { pointer: '/body/widget_id' })
        await putMiniApp(db, {
          provider_id: channelId,
          organization_id: organizationId,
          widget_id: widgetId,
          created_at: timestamp(clock()),
        })
      }
      announceChange(bus, organizationId, 'channels')
      return read(organizationId, channelId)
    },

    /** The other customers of the same account: never merged, only shown to agents. @throws AppError not_found */
    async sameAccount(organizationId: string, customerId: string): Promise<SameAccounts> {
      await deps.requireCustomer(organizationId, customerId)
      const member = await accountOfMember(db, organizationId, customerId)
      const account = member ?? (await deps.accountOfContact(organizationId, customerId))
      if (!account) return { account: null, data: [] }
      const { channel } = account
      const own = { channel, kind: member ? ('member' as const) : ('contact' as const) }
      const [members, contacts] = await Promise.all([
        membersOfAccount(db, organizationId, account),
        deps.contactsOfAccount(organizationId, account, maxSameAccounts),
      ])
      const found = [
        ...members.map((id) => ({ customer_id: id, kind: 'member' as const })),
        ...contacts.map((id) => ({ customer_id: id, kind: 'contact' as const })),
      ].filter(({ customer_id: id }) => id !== customerId)
      if (found.length === 0) return { account: own, data: [] }
      const rows = await namesOf(
        db,
        organizationId,
        found.map(({ customer_id: id }) => id),
      )
      const names = new Map(rows.map(({ id, name }) => [id, name]))
      const data = found.map((one) => ({ ...one, channel, name: names.get(one.customer_id) ?? null }))
      return { account: own, data }
    },
  }
}
