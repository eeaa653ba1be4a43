import type { Agent } from '@parley/protocol/agent'
import { pickable } from '../../../people/agent-order.ts'

export interface FilterOption {
  value: string
  label: string
  /** Names a value that is offered only where it is chosen already. */
  offered?: 'if-chosen'
}

/** Agents as options. Links of reports name oneself by id, where the inbox offers `me`. */
export function agentOptions(
  agents: readonly Agent[],
  { me, meLabel, locale }: { me: string; meLabel: string; locale: string },
): { own: FilterOption[]; others: FilterOption[] } {
  const named = pickable(agents, { me, search: '', locale }).map(({ id, name }) => ({
    value: id,
    label: name,
  }))
  const own = named
    .filter(({ value }) => value === me)
    .map((each) => ({ ...each, offered: 'if-chosen' as const }))
  return {
    own: [{ value: 'me', label: meLabel }, ...own],
    others: named.filter(({ value }) => value !== me),
  }
}

/** The options of a rule: nobody runs it, so that there is no `me`. */
export const withoutMe = (options: FilterOption[]): FilterOption[] =>
  options.filter(({ value }) => value !== 'me').map(({ value, label }) => ({ value, label }))

/** The options to tick, with chosen values that no longer exist, so that these can be removed. */
export function choicesOf(
  options: FilterOption[],
  { chosen, nameOf }: { chosen: readonly string[]; nameOf: (value: string) => string },
): FilterOption[] {
  const known = new Set(options.map(({ value }) => value))
  return [
    ...options.filter(({ value, offered }) => offered === undefined || chosen.includes(value)),
    ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, label: nameOf(value) })),
  ]
}
