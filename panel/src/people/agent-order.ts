import type { Agent } from '@parley/protocol/agent'
import { folded } from '../i18n/folded.ts'

/** Agents whose name or e-mail contains the search text: oneself first, then online ones, by name. */
export function pickable(
  agents: readonly Agent[],
  { me, search, locale }: { me: string; search: string; locale: string },
): Agent[] {
  const collator = new Intl.Collator(locale, { sensitivity: 'base' })
  const wanted = folded(search.trim())
  const rank = (agent: Agent) => (agent.id === me ? 0 : agent.online ? 1 : 2)
  return agents
    .filter(({ name, email }) => folded(`${name}\n${email}`).includes(wanted))
    .toSorted((a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name))
}
