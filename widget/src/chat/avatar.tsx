import { hueOf } from '@parley/client/theme/face-hue'
import type { AgentFace } from '@parley/protocol/agent'
import { RemoteImage } from './remote-image.tsx'

/** An agent's image, or their initials on a color derived from their id. Decorative: the name is shown next to it. */
export function Avatar({ agent }: { agent: AgentFace }) {
  // Rendered by CSS, so that accessible names of buttons do not contain the initials.
  const initials = <span class="initials" data-text={initialsOf(agent.name)} />
  return (
    <span class="face" style={{ '--hue': hueOf(agent.id) }} title={agent.name} aria-hidden="true">
      {agent.avatar_url ? (
        <RemoteImage key={agent.avatar_url} src={agent.avatar_url} alt="" fallback={initials} />
      ) : (
        initials
      )}
    </span>
  )
}

/** First letters of the first and the last word, by code point. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    (word) => /^./su.exec(word ?? '')?.[0] ?? '',
  )
  return letters.join('').toUpperCase()
}
