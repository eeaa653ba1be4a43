import { IconSparkles, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import { hueOf } from '@parley/client/theme/face-hue'
import { initialsOf } from './avatar-colour.ts'
import classes from './avatar.module.css'

/**
 * A person's avatar: image, else initials, else an icon, on a stable colour. Decorative: show the name as
 * text. `online` adds a dot; also say it as text.
 */
export function Avatar(props: {
  id: string
  /** null: unknown. */
  name: string | null
  avatarUrl: string | null
  size?: number
  online?: boolean
  kind?: 'person' | 'assistant'
}) {
  const { id, name, avatarUrl, size = 36, kind = 'person' } = props
  const [broken, setBroken] = useState<string | null>(null)
  const initials = initialsOf(name)
  const Figure = kind === 'assistant' ? IconSparkles : IconUser
  return (
    <span
      className={classes.face}
      style={{ '--face-size': `${size}px`, '--face-hue': hueOf(id) }}
      aria-hidden="true"
    >
      {avatarUrl !== null && avatarUrl !== broken ? (
        <img
          className={classes.picture}
          src={avatarUrl}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(avatarUrl)}
        />
      ) : (
        <span className={classes.initials} data-initials={kind === 'assistant' ? '' : initials}>
          {kind === 'assistant' || initials === '' ? <Figure size={size * 0.55} stroke={1.75} /> : null}
        </span>
      )}
      {props.online === true ? <span className={classes.dot} /> : null}
    </span>
  )
}
