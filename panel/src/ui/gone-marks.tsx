import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../i18n/i18n.tsx'
import classes from './gone-marks.module.css'
import type { NamedKind } from './references.ts'

/** Says that a setting refers to something that does not exist any more, once for each kind. */
export function GoneMarks({ kinds }: { kinds: readonly NamedKind[] }) {
  const texts = useTexts().sharing.gone
  return [...new Set(kinds)].map((kind) => <Mark key={kind} text={texts[kind]} />)
}

/** Asks for another choice, at the field. */
export function GoneProblem({ kind }: { kind: NamedKind }) {
  return <Mark text={useGoneProblem()(kind)} />
}

/** Asks for another choice, as text. */
export function useGoneProblem(): (kind: NamedKind) => string {
  const { gone, goneChoice } = useTexts().sharing
  return (kind) => `${gone[kind]} ${goneChoice}`
}

function Mark({ text }: { text: string }) {
  return (
    <span className={classes.mark}>
      <IconAlertTriangle className={classes.icon} size={16} stroke={1.75} aria-hidden="true" />
      {text}
    </span>
  )
}
