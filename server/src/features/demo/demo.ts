import type { Role } from '@parley/protocol/agent'
import { randomInt } from 'node:crypto'
import path from 'node:path'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { readOrCreatePrivateFile, writePrivateFile } from '../../core/data-dir.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { StartError } from '../../core/start-error.ts'

export interface Demo {
  organizationId: string
  providerId: string
  email: string
  /** Email of a second agent with the same password. */
  colleague: string
  /** null: the password in demo.json is outdated, because it was changed in the panel. */
  password: string | null
}

/** Functions of other features. */
export interface DemoDeps {
  db: Database
  dataDir: string
  organizations: {
    findDemo(trx: Transaction): Promise<{ id: string } | undefined>
    isEmpty(trx: Transaction): Promise<boolean>
    create(trx: Transaction, input: { name: string; isDemo: true }): Promise<{ id: string }>
  }
  team: {
    lockFounding(trx: Transaction): Promise<unknown>
    enrol(trx: Transaction, input: DemoPerson & { organizationId: string; password: string }): Promise<void>
    setPassword(trx: Transaction, email: string, password: string): Promise<void>
    verifyPassword(email: string, password: string): Promise<boolean>
  }
  providers: {
    list(
      organizationId: string,
      page: { max: number; after: null },
      trx: Transaction,
    ): Promise<{ id: string }[]>
    create(organizationId: string, input: { name: string }, trx: Transaction): Promise<{ id: string }>
  }
}

interface DemoPerson {
  name: string
  email: string
  role: Role
}

const owner: DemoPerson = { name: 'Dana Demo', email: 'demo@example.com', role: 'owner' }
const colleague: DemoPerson = { name: 'Alex Weber', email: 'colleague@example.com', role: 'agent' }

/**
 * Creates the demo organization, or finds it on later starts. Returns null if another organization exists and the demo does not, because the
 * start after a restore would add it to a database in production.
 * The password is random and stored in `<dataDir>/demo.json`. If that file is missing, a new password is set.
 */
export async function ensureDemo(deps: DemoDeps): Promise<Demo | null> {
  const { db, team } = deps
  const file = path.join(deps.dataDir, 'demo.json')
  const made = await db.transaction().execute(async (trx) => {
    await team.lockFounding(trx)
    const known = await deps.organizations.findDemo(trx)
    if (!known && !(await deps.organizations.isEmpty(trx))) return null
    const text = await readOrCreatePrivateFile(file, () =>
      credentials({ password: newPassword(), pending: true }),
    )
    const { password, pending = false } = readCredentials(text, file)
    const organization = known ?? (await deps.organizations.create(trx, { name: 'Demo Shop', isDemo: true }))
    const organizationId = organization.id
    for (const person of [owner, colleague]) {
      if (!known) await team.enrol(trx, { ...person, organizationId, password })
      else if (pending) await team.setPassword(trx, person.email, password)
    }
    const [first] = await deps.providers.list(organizationId, { max: 1, after: null }, trx)
    const provider = first ?? (await deps.providers.create(organizationId, { name: 'Demo Shop' }, trx))
    return { organizationId, providerId: provider.id, password, pending }
  })
  if (made === null) return null
  const { password, pending, ...ids } = made
  if (pending) await writePrivateFile(file, credentials({ password }))
  const fits = await team.verifyPassword(owner.email, password)
  return { ...ids, email: owner.email, colleague: colleague.email, password: fits ? password : null }
}

const Credentials = Type.Object({
  password: Type.String({ minLength: 10 }),
  /** The database may not have the password yet: a start that was interrupted is completed by the next. */
  pending: Type.Optional(Type.Boolean()),
})

const credentials = (content: Static<typeof Credentials>): string =>
  `${JSON.stringify({ email: owner.email, colleague: colleague.email, ...content }, null, 2)}\n`

function readCredentials(text: string, file: string): Static<typeof Credentials> {
  try {
    const json: unknown = JSON.parse(text)
    if (Check(Credentials, json)) return json
  } catch {
    // Reported below, like a missing field.
  }
  throw new StartError(`${file} is damaged. Delete it: the demo then gets a new password.`)
}

/** 16 unambiguous characters in four groups (80 bits), easy to copy from a terminal. */
function newPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return [group(), group(), group(), group()].join('-')
}
