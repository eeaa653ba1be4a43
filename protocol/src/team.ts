import Type, { type Static } from 'typebox'
import type { AgentFace } from './agent.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** How conversations of a team are assigned. `manual`: agents take them themselves. */
export const teamStrategies = ['manual', 'round_robin', 'balanced', 'longest_idle'] as const
export const TeamStrategy = Type.Enum([...teamStrategies])
export type TeamStrategy = Static<typeof TeamStrategy>

export const maxTeamName = 40
/** Teams of an organization: the list is loaded whole. */
export const maxTeams = 100
export const maxTeamMembers = 200
/** Open conversations that one agent can be assigned. */
export const maxCapacity = 100
/** A day: later than that, the wait is not a matter of minutes. */
export const maxReassignMinutes = 1440

const name = Type.String({ minLength: 1, maxLength: maxTeamName, pattern: '\\S' })
const Capacity = Type.Integer({ minimum: 1, maximum: maxCapacity })
const ReassignMinutes = Type.Integer({ minimum: 1, maximum: maxReassignMinutes })

export const TeamMember = Type.Object(
  {
    agent_id: Id,
    capacity: Type.Union([Capacity, Type.Null()], { description: 'null: the capacity of the team.' }),
  },
  closed,
)
export type TeamMember = Static<typeof TeamMember>

/** A team of agents. Its name is unique in the organization, regardless of case. */
export const Team = Type.Object(
  {
    id: Id,
    name: Type.String(),
    strategy: TeamStrategy,
    /** Open conversations of an agent, of any team, up to which this team assigns them further ones. */
    capacity: Type.Integer(),
    /** A conversation that was assigned automatically moves on after this time without an answer; null: never. */
    reassign_minutes: nullable(Type.Integer()),
    members: Type.Array(TeamMember),
    /** Widgets whose new conversations start in this team. */
    provider_ids: Type.Array(Id),
    created_at: Timestamp,
  },
  closed,
)
export type Team = Static<typeof Team>

const fields = {
  strategy: TeamStrategy,
  capacity: Capacity,
  reassign_minutes: Type.Union([ReassignMinutes, Type.Null()]),
  members: Type.Array(TeamMember, { maxItems: maxTeamMembers }),
  provider_ids: Type.Array(Id, {
    maxItems: 1000,
    uniqueItems: true,
    description: 'A widget has one team: it is removed from any other one.',
  }),
}

/** By default manual, with a capacity of five conversations, and without members. */
export const TeamInput = Type.Object({ name, ...Type.Partial(Type.Object(fields)).properties }, closed)
export type TeamInput = Static<typeof TeamInput>

export const TeamChange = Type.Partial(Type.Object({ name, ...fields }, closed))
export type TeamChange = Static<typeof TeamChange>

export const ConversationTeamInput = Type.Object({ team_id: nullable(Id) }, closed)
export type ConversationTeamInput = Static<typeof ConversationTeamInput>

/** A conversation's team after a change. Not the whole conversation, as with labels. */
export const ConversationTeam = Type.Object({ team_id: nullable(Id) }, closed)
export type ConversationTeam = Static<typeof ConversationTeam>

/**
 * conversation.routed. `chosen`: an agent or a program chose the team; `widget`: the team of its widget; `deleted`: the
 * team was deleted; `unanswered`: the team is the same, and the conversation moves on from an agent who did not answer.
 */
export interface ConversationRouted {
  team: Pick<Team, 'id' | 'name'> | null
  reason: 'chosen' | 'widget' | 'deleted' | 'unanswered'
  /** Whom it moves on from. */
  from: AgentFace | null
  /** An agent or an automation rule; null: the service or an API key. */
  by: AgentFace | null
}
