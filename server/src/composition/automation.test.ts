import { expect, test } from 'vitest'
import { useAutomation } from '../testing/automation-scene.ts'
import { sendText, visitorWhoWrote } from '../testing/test-shop.ts'

const { shop, addRule, settled, runsOf, entriesOf } = useAutomation()

test.each([
  ['note', 'note.created'],
  ['reply', 'message.created'],
] as const)(
  'a %s that an interrupted attempt has stored is not a failure when its variables have changed since',
  async (type, entryType) => {
    const rule = await addRule({
      conditions: { filter: {}, text: { match: 'contains', words: ['help'] }, hours: null },
      actions: [{ type, content: 'Written by Ann' }],
    })
    const { socket, customerId } = await visitorWhoWrote(shop, 'Help')
    await settled()
    // As if the process had died before it recorded the action, and the text were another one now.
    await shop.database.query(
      `update automation_run set outcome = 'running', results = '[]', replies = 0,
       actions = jsonb_set(actions, '{0,content}', '"Written by Bob"') where rule_id = $1`,
      [rule.id],
    )
    await shop.database.query(
      `update log_cursor set seq = 0 where consumer = 'automation' and customer_id = $1`,
      [customerId],
    )
    await sendText(socket, 'Anything else')
    await settled()
    const written = (await entriesOf(customerId, entryType)).filter(({ actor }) => actor.type !== 'customer')
    expect(written).toMatchObject([{ data: { content: 'Written by Ann' } }])
    expect(await runsOf(rule)).toMatchObject([{ outcome: 'done', results: [{ outcome: 'done' }] }])
    const { rows } = await shop.database.query('select replies from automation_run where rule_id = $1', [
      rule.id,
    ])
    expect(rows).toEqual([{ replies: type === 'reply' ? 1 : 0 }])
    await socket.leave()
  },
)
