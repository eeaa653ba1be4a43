import { VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { Look } from '@parley/protocol/look'
import { useTexts } from '../i18n/i18n.tsx'
import { useColleagueLooks } from '../session/colleague-looks.ts'
import { Avatar } from '../ui/avatar.tsx'
import classes from './colleague-looks.module.css'

const maxShown = 3

/** Avatars of colleagues who view this customer's conversation; a pencil marks those who write. */
export function ColleagueLooks({ customerId, size }: { customerId: string; size: number }) {
  const texts = useTexts().collision
  const looks = useColleagueLooks(customerId)
  if (looks.length === 0) return null
  const words = (look: Look) => texts.looks[look.state](look.agent.name)

  return (
    <span className={classes.looks} data-looks title={looks.map(words).join('\n')}>
      {looks.slice(0, maxShown).map(({ agent, state }) => (
        <span key={agent.id} className={classes.look} data-state={state}>
          <Avatar id={agent.id} name={agent.name} avatarUrl={agent.avatar_url} size={size} />
          {state !== 'viewing' && (
            <span className={classes.pencil}>
              <IconPencil size={10} stroke={2.25} aria-hidden="true" />
            </span>
          )}
        </span>
      ))}
      {looks.length > maxShown && <span aria-hidden="true">+{looks.length - maxShown}</span>}
      <VisuallyHidden>, {looks.map(words).join(', ')}</VisuallyHidden>
    </span>
  )
}
