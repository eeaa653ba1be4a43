import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser, type Profile } from './harness/browser.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization, type Person } from './harness/people.ts'
import { useVisitors } from './harness/visitors.ts'

/** A team that assigns in turn, with three agents at once, each in a browser of their own. */

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization
let people: Person[]

beforeAll(async () => {
  organization = await foundOrganization(service, 'Turns')
  people = []
  for (const name of ['Ana', 'Ben', 'Carl']) people.push(await organization.join(`${name} Agent`, 'agent'))
  await organization.call(organization.owner, 'POST', '/teams', {
    name: 'Support',
    strategy: 'round_robin',
    members: people.map(({ agentId }) => ({ agent_id: agentId, capacity: null })),
    provider_ids: [organization.provider.id],
  })
})

interface Desk {
  profile: Profile
  inbox: Inbox
}

async function deskOf(person: Person): Promise<Desk> {
  const profile = await browser.profile()
  await signIn(profile, service, person)
  const inbox = inboxOn(await profile.open(organization.panel('/inbox/mine')))
  return { profile, inbox }
}

/** Whom the live report shows as connected. */
async function connected(): Promise<string[]> {
  const { agents } = await organization.call(organization.owner, 'GET', '/reports/live')
  return agents
    .flatMap(({ agent, online }: { agent: { name: string }; online: boolean }) =>
      online ? [agent.name] : [],
    )
    .toSorted()
}

/** A new visitor asks. Returns the name of the agent in whose inbox the conversation appears. */
async function assigneeOf(question: string, desks: Map<string, Desk>): Promise<string> {
  await visitorWho(organization, question)
  const owners = async () => {
    const names: string[] = []
    for (const [name, { inbox }] of desks) if ((await inbox.row(question).count()) > 0) names.push(name)
    return names
  }
  await expect.poll(owners).toHaveLength(1)
  return (await owners())[0] ?? ''
}

it('conversations go to three agents in turn; when one disconnects, to the other two', async () => {
  const desks = new Map<string, Desk>()
  for (const person of people) desks.set(person.name, await deskOf(person))
  const names = people.map(({ name }) => name).toSorted()
  await expect.poll(connected).toEqual(names)

  const first: string[] = []
  for (const question of ['First question', 'Second question', 'Third question'])
    first.push(await assigneeOf(question, desks))
  expect(first.toSorted()).toEqual(names)

  // The one whose turn is next.
  const [gone = ''] = first
  await desks.get(gone)?.profile.close()
  desks.delete(gone)
  const others = names.filter((name) => name !== gone)
  await expect.poll(connected).toEqual(others)

  const later: string[] = []
  for (const question of ['Fourth question', 'Fifth question', 'Sixth question', 'Seventh question'])
    later.push(await assigneeOf(question, desks))
  expect(later.slice(0, 2).toSorted()).toEqual(others)
  expect(later.slice(2)).toEqual(later.slice(0, 2))
})
