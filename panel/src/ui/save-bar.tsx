import { Button, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { ownProblemText } from '../api/api-problem.ts'
import { useTexts } from '../i18n/i18n.tsx'
import type { DraftState } from './draft.ts'
import classes from './save-bar.module.css'
import { UnsavedGuard } from './unsaved-guard.tsx'

/** Save button of a settings form with its state, and a guard against leaving. */
export function SaveBar(props: {
  state: DraftState
  onDiscard: () => void
  blocked?: boolean
  label?: string
  /** Texts of the form by error code. */
  problems?: Partial<Record<string, string>>
}) {
  const texts = useTexts()
  const { state } = props
  const label = props.label ?? texts.actions.save
  const dirty = state.name === 'dirty' || state.name === 'failed'
  /** Without an effect, but not natively disabled: it would lose the focus. */
  const isInert = state.name === 'saving' || state.name === 'saved'
  const isDisabled = !isInert && (!(dirty || state.name === 'proposed') || props.blocked === true)
  return (
    <div className={classes.bar}>
      <UnsavedGuard dirty={dirty || state.name === 'saving'} />
      <Button
        type="submit"
        miw={112}
        loading={state.name === 'saving'}
        data-disabled={state.name === 'saved'}
        disabled={isDisabled}
        // `loading` disables it.
        renderRoot={(root) => <button {...root} disabled={isDisabled} aria-disabled={isInert || undefined} />}
        onClick={(event) => {
          // Also for Enter in a field, which clicks it.
          if (isInert) event.preventDefault()
        }}
        leftSection={state.name === 'saved' ? <IconCheck size={18} stroke={1.75} aria-hidden /> : null}
      >
        {state.name === 'saved' ? texts.actions.saved : label}
      </Button>
      {dirty ? (
        <Button variant="subtle" color="gray" onClick={props.onDiscard}>
          {texts.actions.discard}
        </Button>
      ) : null}
      <Text size="sm" c="red" role="alert" className={classes.problem}>
        {state.name === 'failed' ? ownProblemText(texts, props.problems ?? {}, state.error) : null}
      </Text>
      <output className={classes.spoken}>{state.name === 'saved' ? texts.actions.saved : null}</output>
    </div>
  )
}
