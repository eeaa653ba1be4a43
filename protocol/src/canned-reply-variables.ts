/**
 * Variables of canned replies: `{{customer.first_name}}`, or with a fallback `{{customer.first_name|there}}`.
 * Without imports, so that the panel uses it without schemas.
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
  /** As written: may be unknown, for example `customer.nme`. */
  name: string
  fallback: string | null
}

/** Only names with a dot: other double braces are text. The lengths bound the work on hostile texts. */
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

/** The first variable that does not exist, or null. */
export const unknownVariable = (text: string): string | null =>
  variablesIn(text).find(({ name }) => !isKnown(name))?.text ?? null

/**
 * Replaces variables by their values, else by their fallbacks; the others stay as they are. Values are inserted as they
 * are and never expanded again: a customer named `{{customer.email}}` reveals nothing.
 */
export function fillVariables(text: string, values: ReplyValues): string {
  return text.replace(pattern, (whole, name: string, fallback: string | undefined) => {
    const value = isKnown(name) ? values[name]?.trim() : undefined
    return value || fallback?.trim() || whole
  })
}

/**
 * Variables in a text about to be sent that a program was meant to replace: those of the known namespaces. Other double
 * braces, for example in a code sample, are sent as they are.
 */
export const unresolvedIn = (text: string): VariableUse[] =>
  variablesIn(text).filter(({ name }) => namespaces.has(name.split('.')[0] ?? ''))

const namespaces: ReadonlySet<string> = new Set(replyVariables.map((name) => name.split('.')[0] ?? ''))
