import { maxRules, type Rule, type RuleChange, type RuleInput } from '@parley/protocol/automation'
import { formatFilter, parseFilter } from '@parley/protocol/conversation-filter'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import { checkRule, type RuleReferences } from './check-rule.ts'
import {
  deleteRule,
  findRule,
  listRules,
  lockRules,
  orderRules,
  putRule,
  runFigures,
  type RuleRow,
} from './rule-store.ts'
import { deleteRunsOfRule } from './run-store.ts'

/** Runs that are deleted in one transaction. */
const batchSize = 1000
const figuresMs = 7 * 24 * 3600 * 1000

export interface RuleDeps extends RuleReferences {
  db: Database
  bus: Bus
  clock: Clock
}

export type Rules = ReturnType<typeof createRules>

/** The automation rules of an organization. The routes check permissions. */
export function createRules(deps: RuleDeps) {
  const { db, bus, clock } = deps
  // Transactions that wait for the lock hold a connection: many at once would take all of them.
  const turns = createKeyedSemaphore(1)

  async function exclusively<T>(organizationId: string, work: (trx: Transaction) => Promise<T>): Promise<T> {
    const result = await turns.run(organizationId, () =>
      db.transaction().execute(async (trx) => {
        await lockRules(trx, organizationId)
        return work(trx)
      }),
    )
    announceChange(bus, organizationId, 'rules')
    return result
  }

  async function required(
    trx: Database | Transaction,
    organizationId: string,
    ruleId: string,
  ): Promise<RuleRow> {
    const rule = await findRule(trx, organizationId, ruleId)
    if (!rule) throw new AppError('not_found')
    return rule
  }

  return {
    find: (organizationId: string, ruleId: string) => required(db, organizationId, ruleId),

    /** In the order in which they run. */
    async list(organizationId: string): Promise<Rule[]> {
      const figures = await runFigures(db, organizationId, timestamp(clock() - figuresMs))
      return (await listRules(db, organizationId)).map((row) => ruleOf(row, figures.get(row.id)))
    },

    /** The new rule runs last. @throws AppError rule_limit, rule_invalid */
    async create(organizationId: string, input: RuleInput): Promise<Rule> {
      await checkRule(deps, organizationId, input)
      return exclusively(organizationId, async (trx) => {
        const others = await listRules(trx, organizationId)
        if (others.length >= maxRules) throw new AppError('rule_limit')
        const now = timestamp(clock())
        const row: RuleRow = {
          id: newId(),
          organization_id: organizationId,
          ...cleaned(input),
          position: (others.at(-1)?.position ?? 0) + 1,
          created_at: now,
          updated_at: now,
          enabled_at: now,
        }
        await putRule(trx, row)
        return ruleOf(row)
      })
    },

    /** @throws AppError not_found, rule_invalid */
    async change(organizationId: string, ruleId: string, change: RuleChange): Promise<Rule> {
      const { name, enabled, trigger, conditions, actions, once, stop } = await required(
        db,
        organizationId,
        ruleId,
      )
      const input = { name, enabled, trigger, conditions, actions, once, stop, ...change }
      // A rule whose label was deleted can still be switched off.
      if (Object.keys(change).some((field) => field !== 'enabled'))
        await checkRule(deps, organizationId, input, actions)
      return exclusively(organizationId, async (trx) => {
        const known = await required(trx, organizationId, ruleId)
        const now = timestamp(clock())
        const changed = { ...known, ...cleaned({ ...known, ...change }), updated_at: now }
        const row = changed.enabled && !known.enabled ? { ...changed, enabled_at: now } : changed
        await putRule(trx, row)
        return ruleOf(row)
      })
    },

    /** Its runs may be many: they are deleted in small transactions, and the rule is switched off before. @throws AppError not_found */
    async remove(organizationId: string, ruleId: string): Promise<void> {
      await exclusively(organizationId, async (trx) => {
        const rule = await required(trx, organizationId, ruleId)
        await putRule(trx, { ...rule, enabled: false, updated_at: timestamp(clock()) })
      })
      while ((await deleteRunsOfRule(db, ruleId, batchSize)) === batchSize);
      await exclusively(organizationId, (trx) => deleteRule(trx, ruleId))
    },

    /** @throws AppError rule_invalid unless these are all rules */
    order: (organizationId: string, ids: string[]): Promise<void> =>
      exclusively(organizationId, async (trx) => {
        const known = new Set((await listRules(trx, organizationId)).map(({ id }) => id))
        if (ids.length !== known.size || ids.some((id) => !known.has(id)))
          throw new AppError('rule_invalid', { pointer: '/body/ids' })
        await orderRules(trx, organizationId, ids)
      }),
  }
}

const cleaned = ({ name, enabled, trigger, conditions, actions, once, stop }: RuleInput) => ({
  name: name.normalize('NFC').trim().replace(/\s+/g, ' '),
  enabled,
  trigger,
  conditions: { ...conditions, filter: formatFilter(parseFilter(conditions.filter)) },
  actions,
  once,
  stop,
})

function ruleOf(row: RuleRow, runs: Rule['runs'] = { total: 0, failed: 0, last_at: null }): Rule {
  const { organization_id: _organization, position: _position, ...rule } = row
  return { ...rule, runs }
}
