/**
 * Variables of canned replies: `{{customer.first_name}}`, or with a fallback `{{customer.first_name|there}}`.
 * No imports, so that the panel does not bundle schemas.
 */
export const replyVariables = [
  'customer.name',
  'customer.first_name',
  'customer.last_name',
  'customer.email',
  'agent.name',
  'agent.first_name',
  'organization.name',
  'widget.name',
  'conversation.id',
] as const
export type ReplyVariable = (typeof replyVariables)[number]

/** Values for a conversation. null or missing: unknown. */
export type ReplyValues = Partial<Record<ReplyVariable, string | null>>

/** A variable in a text. */
export interface VariableUse {
  /** The exact text, with braces. */
  text: string
  start: number
  /** As written; may be unknown, for example `customer.nme`. */
  name: string
  fallback: string | null
}

/** Only names with a dot; other double braces are text. Bounded lengths prevent excessive backtracking. */
const pattern = /\{\{[ \t]{0,8}([a-z_]{1,40}\.[a-z_]{1,40})[ \t]{0,8}(?:\|([^{}\n]{0,200}))?\}\}/g

export function variablesIn(text: string): VariableUse[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    start: match.index,
    name: match[1] ?? '',
    fallback: match[2]?.trim() || null,
  }))
}

const known: ReadonlySet<string> = new Set(replyVariables)

const isKnown = (name: string): name is ReplyVariable => known.has(name)

/** Returns the first unknown variable, or null. */
export const unknownVariable = (text: string): string | null =>
  variablesIn(text).find(({ name }) => !isKnown(name))?.text ?? null

/**
 * Replaces variables by their values or fallbacks. Variables without either are kept. Values are not expanded
 * recursively: a customer named `{{customer.email}}` reveals nothing.
 */
export function fillVariables(text: string, values: ReplyValues): string {
  return text.replace(pattern, (whole, name: string, fallback: string | undefined) => {
    const value = isKnown(name) ? values[name]?.trim() : undefined
    return value || fallback?.trim() || whole
  })
}

/**
 * Returns the remaining variables of known namespaces, which block sending. Other double braces, for example in a code
 * sample, are sent unchanged.
 */
export const unresolvedIn = (text: string): VariableUse[] =>
  variablesIn(text).filter(({ name }) => namespaces.has(name.split('.')[0] ?? ''))

const namespaces: ReadonlySet<string> = new Set(replyVariables.map((name) => name.split('.')[0] ?? ''))
