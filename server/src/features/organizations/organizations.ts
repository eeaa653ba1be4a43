import type { Organization } from '@parley/protocol/organization'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import {
  findAnyOrganization,
  findDemoOrganization,
  findOrganization,
  firstOrganizations,
  insertOrganization,
  namesOfOrganizations,
  updateOrganization,
} from './organization-store.ts'

export type Organizations = ReturnType<typeof createOrganizations>

export function createOrganizations(deps: { db: Database; bus: Bus; clock: Clock }) {
  const { db, bus, clock } = deps
  return {
    find: (id: string) => findOrganization(db, id),
    findDemo: (trx: Transaction) => findDemoOrganization(trx),

    /** Whether this installation has no organization yet, so that the first setup is allowed. */
    async isEmpty(trx?: Transaction): Promise<boolean> {
      return (await findAnyOrganization(trx ?? db)) === undefined
    },

    /** Whether the demo is the only organization of this installation. */
    async hasOnlyDemo(): Promise<boolean> {
      const [own] = await firstOrganizations(db)
      return own === undefined && (await findAnyOrganization(db)) !== undefined
    },

    async create(trx: Transaction, input: { name: string; isDemo?: boolean }): Promise<Organization> {
      const organization = { id: newId(), name: input.name.trim(), created_at: timestamp(clock()) }
      await insertOrganization(trx, { ...organization, is_demo: input.isDemo ?? false })
      return organization
    },

    async rename(id: string, name: string): Promise<Organization | undefined> {
      const organization = await updateOrganization(db, id, { name: name.trim() })
      announceChange(bus, id, 'organization')
      return organization
    },

    namesOf: async (ids: string[]): Promise<Map<string, string>> => {
      if (ids.length === 0) return new Map()
      const rows = await namesOfOrganizations(db, ids)
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}
