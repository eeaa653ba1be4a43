import { fillFacts, fillRecords, type FactAmount } from './report-facts.ts'
import { visitorLine, type Line } from './line.ts'
import { foundOrganization, type Organization } from './people.ts'

export const reportSizes = ['empty', 'small', 'full'] as const
export type ReportSize = (typeof reportSizes)[number]

const amounts: Record<ReportSize, FactAmount> = {
  empty: { episodes: 0, days: 1, ai: false },
  small: { episodes: 7, days: 5, ai: false },
  // Twice the period that reports show, so that there is one to compare with.
  full: { episodes: 9_000, days: 56, ai: true },
}

const names: Record<ReportSize, { agents: string[]; teams: string[]; labels: string[]; widgets: string[] }> =
  {
    empty: { agents: [], teams: [], labels: [], widgets: [] },
    small: { agents: ['Carl Colleague'], teams: ['Support'], labels: ['Refund'], widgets: [] },
    full: {
      agents: [
        'Carl Colleague',
        'Maximiliana Featherstonehaugh-Cholmondeley',
        'ليلى الأحمد',
        'Jo',
        'Ann-Kathrin Weiß',
        'Second Shift',
      ],
      teams: ['Support', 'Sales', 'Returns and repairs of wholesale orders', 'الفوترة', 'Night shift'],
      labels: [
        'Refund',
        'Bug',
        'Waiting for the manufacturer’s answer',
        'شكوى',
        'VIP',
        'Spam',
        'Feature request',
        'Delivery',
      ],
      widgets: ['Help centre', 'App', 'Landing page of the spring campaign 2026'],
    },
  }

export interface ReportScene {
  organization: Organization
  close(): Promise<void>
}

/** An organization with as many facts and as much going on now. */
export async function reportScene(
  service: { url: string; databaseUrl: string },
  size: ReportSize,
): Promise<ReportScene> {
  const organization = await foundOrganization(service, `Reports, ${size}`)
  const { agents, teams, labels, widgets } = names[size]
  const post = async (path: string, body: object): Promise<string> =>
    (await organization.call(organization.owner, 'POST', path, body)).id
  const subjects = {
    organizationId: organization.id,
    agentIds: [organization.owner.agentId],
    teamIds: [] as string[],
    labelIds: [] as string[],
    providerIds: [organization.provider.id],
  }
  for (const name of agents) subjects.agentIds.push((await organization.join(name, 'agent')).agentId)
  for (const name of teams) subjects.teamIds.push(await post('/teams', { name }))
  for (const name of labels) subjects.labelIds.push(await post('/labels', { name, colour: 'teal' }))
  for (const name of widgets) subjects.providerIds.push(await post('/providers', { name }))
  const amount = amounts[size]
  if (amount.episodes > 0) await fillFacts(service.databaseUrl, subjects, amount)
  if (size === 'full') await fillRecords(service.databaseUrl, subjects, amount.days)

  const lines: Line[] = []
  const { owner } = organization
  for (const index of Array.from({ length: 3 * teams.length }, (_, index) => index)) {
    const line = await visitorLine(service, organization.provider.id)
    lines.push(line)
    const { conversation_id: id } = await line.say('Where is my parcel?')
    const team = subjects.teamIds[index % (subjects.teamIds.length + 1)]
    if (team !== undefined)
      await organization.call(owner, 'PUT', `/conversations/${id}/team`, { team_id: team })
    const agent = subjects.agentIds[index % (subjects.agentIds.length + 1)]
    if (agent !== undefined)
      await organization.call(owner, 'POST', `/conversations/${id}/assign`, { agent_id: agent })
  }
  return {
    organization,
    close: async () => {
      for (const line of lines) await line.close()
    },
  }
}
