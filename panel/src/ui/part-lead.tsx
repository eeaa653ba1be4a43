import classes from './part-lead.module.css'
import { useTitle } from './title.ts'

/** The sentence at the top of a page that is part of a larger one. `part` becomes the browser tab's title. */
export function PartLead({ part, children }: { part: string; children: string }) {
  useTitle(part)
  return <p className={classes.lead}>{children}</p>
}
