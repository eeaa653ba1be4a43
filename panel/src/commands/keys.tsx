import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import classes from './keys.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A shortcut as keys: `mod+k` is Ctrl K, or Command K on Apple devices. */
export function Keys({ shortcut }: { shortcut: string }) {
  const { shell } = useTexts()
  return (
    <span className={classes.keys} dir="ltr">
      {shortcut.split(' ').map((step, index) => (
        <Fragment key={step}>
          {index > 0 ? <span className={classes.then}>{shell.help.between}</span> : null}
          {step.split('+').map((key) => (
            <Kbd key={key}>{keyLabel(key)}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  )
}

function keyLabel(key: string): string {
  if (key === 'mod') return isApple ? '⌘' : 'Ctrl'
  return key.length === 1 ? key.toUpperCase() : key
}
