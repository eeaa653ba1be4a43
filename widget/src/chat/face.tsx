import type { AgentFace } from '@parley/protocol/agent'
import { Picture } from './picture.tsx'

/** An agent's picture, or their initials on a colour that is always the same for them. The name stands beside it. */
export function Face({ agent }: { agent: AgentFace }) {
  // Painted by the style sheet: the name says who it is, and a button's name needs not repeat two letters of it.
  const initials = <span class="initials" data-text={initialsOf(agent.name)} />
  return (
    <span class="face" style={{ '--hue': hueOf(agent.id) }} title={agent.name} aria-hidden="true">
      {agent.avatar_url ? (
        <Picture key={agent.avatar_url} src={agent.avatar_url} alt="" fallback={initials} />
      ) : (
        initials
      )}
    </span>
  )
}

/** First letters of the first and the last word. By code points: a name may begin with any of them. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    (word) => /^./su.exec(word ?? '')?.[0] ?? '',
  )
  return letters.join('').toUpperCase()
}

function hueOf(id: string): number {
  let hue = 0
  for (const character of id) hue = (hue * 31 + character.charCodeAt(0)) % 360
  return hue
}
