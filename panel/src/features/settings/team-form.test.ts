import { expect, test } from 'vitest'
import { mergedLists } from './team-form.ts'

const member = (agent_id: string, capacity: number | null = null) => ({ agent_id, capacity })
const present = {
  agents: ['ann', 'ben', 'cid', 'dan'].map((id) => ({ id })),
  providers: ['shop', 'blog', 'help'].map((id) => ({ id })),
}
const opened = { members: [member('ann'), member('ben', 2)], provider_ids: ['shop'] }

test('members and widgets that a colleague adds or removes meanwhile stay added or removed', () => {
  const own = { members: [member('ann'), member('ben', 2), member('cid')], provider_ids: ['shop', 'blog'] }
  const stored = { members: [member('ben', 2), member('dan')], provider_ids: ['shop', 'help'] }
  expect(mergedLists(opened, own, stored, present)).toEqual({
    members: [member('ben', 2), member('dan'), member('cid')],
    provider_ids: ['shop', 'help', 'blog'],
  })
})

test('a list that is not changed here is left to others', () => {
  const stored = { members: [], provider_ids: ['help'] }
  expect(mergedLists(opened, { provider_ids: ['shop', 'blog'] }, stored, present)).toEqual({
    provider_ids: ['help', 'blog'],
  })
})

test('own removals apply', () => {
  const own = { members: [member('ann')], provider_ids: [] }
  expect(mergedLists(opened, own, opened, present)).toEqual(own)
})

test('a capacity that a colleague changes is kept unless it was changed here too', () => {
  const stored = { ...opened, members: [member('ann', 7), member('ben', 8)] }
  const own = { ...opened, members: [member('ann'), member('ben', null)] }
  expect(mergedLists(opened, own, stored, present).members).toEqual([member('ann', 7), member('ben', null)])
})

test('agents and widgets that were removed meanwhile are left out', () => {
  const own = { members: [...opened.members, member('gone')], provider_ids: ['gone', 'shop'] }
  expect(mergedLists(opened, own, { ...opened, provider_ids: ['shop', 'deleted'] }, present)).toEqual(opened)
})
