import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../i18n/i18n.tsx'
import { CopyButton } from './copy-button.tsx'
import classes from './secret-field.module.css'

const dots = '•'.repeat(32)

/**
 * A masked secret with reveal and copy. `value` undefined: not loaded; `onReveal` must fetch it. It is not
 * in the DOM while hidden.
 */
export function SecretField(props: {
  label: string
  copyLabel: string
  value: string | undefined
  onReveal: () => void
  onHide?: () => void
  busy?: boolean
}) {
  const texts = useTexts()
  const [wanted, setWanted] = useState(false)
  const shown = wanted && props.value !== undefined
  const toggle = () => {
    if (shown) props.onHide?.()
    else props.onReveal()
    setWanted(!shown)
  }
  const Icon = shown ? IconEyeOff : IconEye
  const action = shown ? texts.shell.secret.hide : texts.shell.secret.show

  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{props.label}</legend>
      <div className={classes.field}>
        <code className={classes.value} dir="ltr" aria-label={shown ? undefined : texts.shell.secret.label}>
          {shown ? props.value : dots}
        </code>
        <Tooltip label={action}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            onClick={toggle}
            loading={props.busy === true}
            aria-label={action}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {shown ? <CopyButton value={props.value ?? ''} label={props.copyLabel} /> : null}
      </div>
    </fieldset>
  )
}
