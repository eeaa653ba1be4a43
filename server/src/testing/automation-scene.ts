import type { Rule, RuleInput, RuleRun } from '@parley/protocol/automation'
import type { LogEntry } from '@parley/protocol/event'
import type { PageOf } from '@parley/protocol/pager'
import type { Entries } from '@parley/protocol/timeline'
import { afterEach, beforeAll } from 'vitest'
import { useShop, type TestShop } from './test-shop.ts'

export const plainRule: RuleInput = {
  name: 'Rule',
  enabled: true,
  trigger: { type: 'customer_message' },
  conditions: { filter: {}, text: null, hours: null },
  actions: [{ type: 'priority', priority: 'high' }],
  once: false,
  stop: false,
}

/** A shop whose log consumers run, with functions for rules. Rules are deleted after each test. */
export function useAutomation() {
  let ahead = 0
  const shop: TestShop = useShop({ clock: () => Date.now() + ahead })
  beforeAll(async () => shop.service.app.logConsumers.start())
  afterEach(async () => {
    await shop.database.query('delete from automation_rule where organization_id = $1', [
      shop.organization.id,
    ])
  })

  const call = (method: string, path: string, body?: object, cookie = shop.organization.cookie) =>
    shop.service.call(method, `/v1/organizations/${shop.organization.id}${path}`, {
      cookie,
      ...(body && { body }),
    }) as Promise<{
      status: number
      // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
      body: any
    }>

  async function addRule(rule: Partial<RuleInput>): Promise<Rule> {
    const { status, body } = await call('POST', '/automation-rules', { ...plainRule, ...rule })
    if (status !== 201) throw new Error(`The rule was refused: ${JSON.stringify(body)}`)
    return body as Rule
  }

  /** Waits until the consumers have handled all committed entries, also those that a rule causes. */
  async function settled(): Promise<void> {
    const last = async () =>
      (
        await shop.database.query<{ seq: string }>(
          'select coalesce(sum(last_seq), 0) as seq from customer_log',
        )
      ).rows[0]?.seq
    let before: string | undefined
    do {
      before = await last()
      await shop.service.app.logConsumers.look()
      await shop.service.app.logConsumers.settled()
    } while ((await last()) !== before)
  }

  return {
    shop,
    call,
    addRule,
    settled,
    // oxlint-disable-next-line react/immutability -- a hook of Vitest, none of React
    turn: (milliseconds: number) => void (ahead += milliseconds),
    runsOf: async ({ id }: Rule) =>
      ((await call('GET', `/automation-rules/${id}/runs`)).body as PageOf<RuleRun>).data,
    async entriesOf<T extends LogEntry['type']>(customerId: string, type: T) {
      const { entries } = await shop.agent.request<Entries>('log.read', {
        customer_id: customerId,
        after: 0,
        max: 500,
      })
      return entries.filter((entry) => entry.type === type) as Extract<LogEntry, { type: T }>[]
    },
    conversation: async (id: string) => (await call('GET', `/conversations/${id}`)).body,
  }
}
