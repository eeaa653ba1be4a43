import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

/** A piece of code to take away. Long lines wrap: what scrolls would need the keyboard's way in. */
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
