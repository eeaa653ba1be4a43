import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** Code with a copy button. Lines wrap, because scrolling would need keyboard access. */
export function CodeBlock(props: { code: string; copyLabel: string }) {
  return (
    <div className={classes.block}>
      <pre className={classes.code} dir="ltr">
        <code>{props.code}</code>
      </pre>
      <div className={classes.copy}>
        <CopyButton value={props.code} label={props.copyLabel} />
      </div>
    </div>
  )
}
