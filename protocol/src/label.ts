import Type, { type Static } from 'typebox'
import type { AgentFace } from './agent.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** Names of colours, not values: clients choose tones that are readable in their theme. */
export const labelColours = [
  'grey',
  'red',
  'orange',
  'amber',
  'green',
  'teal',
  'blue',
  'purple',
  'pink',
] as const
export const LabelColour = Type.Enum([...labelColours])
export type LabelColour = Static<typeof LabelColour>

export const maxLabelName = 40
/** Labels of an organization, archived ones included. */
export const maxLabels = 500
/** Labels on one conversation. */
export const maxConversationLabels = 20

const name = Type.String({ minLength: 1, maxLength: maxLabelName, pattern: '\\S' })

/** A label of an organization. Its name is unique, regardless of case. */
export const Label = Type.Object(
  {
    id: Id,
    name: Type.String(),
    colour: LabelColour,
    /** Archived labels stay on their conversations but cannot be added. */
    archived_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
)
export type Label = Static<typeof Label>

export const LabelInput = Type.Object({ name, colour: LabelColour }, closed)
export type LabelInput = Static<typeof LabelInput>

export const LabelChange = Type.Object(
  {
    name: Type.Optional(name),
    colour: Type.Optional(LabelColour),
    archived: Type.Optional(Type.Boolean({ description: 'Archives or restores the label.' })),
  },
  closed,
)
export type LabelChange = Static<typeof LabelChange>

/**
 * A conversation's labels after a change. Not the whole conversation: a program that may label must not read its messages
 * and its customer's name.
 */
export const ConversationLabels = Type.Object({ label_ids: Type.Array(Id) }, closed)
export type ConversationLabels = Static<typeof ConversationLabels>

/** conversation.labelled and conversation.unlabelled: the label's name and colour at that time. */
export interface ConversationLabelled {
  label: Pick<Label, 'id' | 'name' | 'colour'>
  /** An agent or an automation rule; null: an API key. */
  by: AgentFace | null
}
