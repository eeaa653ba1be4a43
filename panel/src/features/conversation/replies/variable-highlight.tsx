import { useLayoutEffect, useRef, type RefObject } from 'react'
import type { VariableUse } from '@parley/protocol/canned-reply-variables'
import classes from './variable-highlight.module.css'

/** Marks variables behind the text of a field: a textarea cannot style parts of its text. */
export function VariableHighlight(props: {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  variables: readonly VariableUse[]
}) {
  const { field, text, variables } = props
  const mirror = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const area = field.current
    if (area === null || variables.length === 0) return undefined
    const follow = () => {
      if (mirror.current !== null) mirror.current.scrollTop = area.scrollTop
    }
    follow()
    area.addEventListener('scroll', follow)
    return () => area.removeEventListener('scroll', follow)
  })
  if (variables.length === 0) return null
  const parts = variables.map((variable, index) => {
    const before = variables[index - 1]
    const from = before === undefined ? 0 : before.start + before.text.length
    return { variable, before: text.slice(from, variable.start) }
  })
  const last = variables.at(-1)
  return (
    <div ref={mirror} className={classes.mirror} dir="auto" aria-hidden="true">
      {parts.map(({ variable, before }) => (
        <span key={variable.start}>
          {before}
          <mark className={classes.mark}>{variable.text}</mark>
        </span>
      ))}
      {last && text.slice(last.start + last.text.length)}
      {/* A line break at the end has no height without it. */}
      {'\u200b'}
    </div>
  )
}
