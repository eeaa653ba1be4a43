import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { maxMessageLength } from '@parley/client/connection/wire-values'
import type { TimelineMessage } from '@parley/protocol/message'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { editMessage } from '../../../queries/message-queries.ts'
import { isComposing } from '../../../ui/is-composing.ts'
import { messageChangeProblem } from './message-change-problem.ts'
import { messageEdits } from './message-edits.ts'
import { useReportFailure } from '../report-failure.tsx'
import { focusReply } from '../use-writing-commands.ts'
import editor from '../inline-editor.module.css'
import classes from './message-changes.module.css'

/** Edits the text of a message in place. The text is kept until the server has stored it, also when the conversation is left. */
export function MessageEditor({
  message,
  takesFocus,
  onDone,
}: {
  message: TimelineMessage
  /** The agent has just opened it. A restored editor must not take the focus from the composer. */
  takesFocus: boolean
  onDone: () => void
}) {
  const t = useTexts()
  const texts = t.inbox.changes
  const { agent_id: agentId, organization } = useMembership()
  const edits = messageEdits(agentId)
  const [text, setText] = useState(edits.get(message.id) ?? message.content)
  const reportFailure = useReportFailure()
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!takesFocus) return undefined
    const focus = () => {
      const { current } = field
      if (!current || current === document.activeElement) return
      current.focus()
      current.setSelectionRange(current.value.length, current.value.length)
    }
    // At once, so that what is typed next is not lost; again after the menu that opened the editor has returned the focus.
    focus()
    const frame = requestAnimationFrame(focus)
    return () => cancelAnimationFrame(frame)
  }, [takesFocus])

  const isShown = () => field.current !== null
  const saving = useMutation({
    mutationFn: (sent: string) => editMessage(organization.id, message, { content: sent.trim() }),
    onSuccess(_, sent) {
      // What was typed during the save stays in the editor.
      if ((edits.get(message.id) ?? sent) !== sent) return
      edits.drop(message.id)
      if (isShown()) close()
    },
    onError(error) {
      if (isShown()) return
      reportFailure(message.conversation_id, `${texts.notSaved} ${messageChangeProblem(t, error)}`)
    },
  })
  const close = () => {
    const { activeElement } = document
    // During the save, the agent may have moved the focus to another field.
    const hadFocus = activeElement === document.body || root.current?.contains(activeElement) === true
    onDone()
    if (hadFocus) focusReply()
  }
  /** Once a save has been sent, `message` may be older than the server's text. */
  const isUnchanged = (next: string) => saving.isIdle && next === message.content
  const change = (next: string) => {
    setText(next)
    if (isUnchanged(next)) edits.drop(message.id)
    else edits.keep(message.id, next)
  }
  const cancel = () => {
    edits.drop(message.id)
    close()
  }
  const isEmpty = text.trim() === '' && message.media.length === 0
  const submit = () => {
    if (isEmpty || saving.isPending) return
    if (isUnchanged(text.trim())) cancel()
    else saving.mutate(text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      return cancel()
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || matchMedia('(pointer: coarse)').matches)
      return
    event.preventDefault()
    submit()
  }

  return (
    <div ref={root} className={`${editor.editor} ${classes.editor}`}>
      <Textarea
        ref={field}
        variant="unstyled"
        classNames={{ input: classes.input }}
        autosize
        minRows={1}
        maxRows={10}
        maxLength={maxMessageLength}
        dir={text === '' ? undefined : 'auto'}
        aria-label={texts.edit}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {saving.error !== null && (
        <p className={editor.problem} role="alert">
          {messageChangeProblem(t, saving.error)}
        </p>
      )}
      <div className={editor.buttons}>
        <span className={classes.hint}>{texts.hint}</span>
        <Button size="xs" variant="default" onClick={cancel}>
          {t.actions.cancel}
        </Button>
        <Button size="xs" disabled={isEmpty} loading={saving.isPending} onClick={submit}>
          {t.actions.save}
        </Button>
      </div>
    </div>
  )
}
