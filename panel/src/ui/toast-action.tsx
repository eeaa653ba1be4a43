import { Button } from '@mantine/core'
import classes from './toast-action.module.css'

/** A notification text with one action. */
export function ToastAction(props: { text: string; action: string; onAction: () => void }) {
  return (
    <div className={classes.toast}>
      <span>{props.text}</span>
      <Button variant="default" size="xs" onClick={props.onAction}>
        {props.action}
      </Button>
    </div>
  )
}
