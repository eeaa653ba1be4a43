import { Anchor } from '@mantine/core'
import { IconLock, IconPaperclip, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CannedReply } from '@parley/protocol/canned-reply'
import { useMembership } from '../../../context/membership.tsx'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useReplyActionText } from '../../../ui/use-reply-action-text.ts'
import { useTeamNameOf } from '../../../ui/visibility-choice.tsx'
import classes from './reply-menu.module.css'

export type ReplyMenuState =
  | { name: 'loading' | 'failed' | 'none' | 'noMatch' | 'held' | 'heldUnloaded' }
  | { name: 'matches'; replies: readonly CannedReply[]; active: number }

/** The list of canned replies above the composer. The field keeps the focus; arrow keys choose. */
export function ReplyMenu(props: {
  id: string
  state: ReplyMenuState
  onPick: (reply: CannedReply) => void
}) {
  const { id, state } = props
  const texts = useTexts().inbox.replies
  const { organization } = useMembership()
  const actionText = useReplyActionText()
  const teamNameOf = useTeamNameOf()
  const active = useRef<HTMLButtonElement>(null)
  const position = state.name === 'matches' ? state.active : 0
  useEffect(() => {
    active.current?.scrollIntoView({ block: 'nearest' })
  })

  if (state.name !== 'matches') {
    return (
      <div className={classes.menu}>
        <p className={classes.message} role="status">
          {texts[state.name]}{' '}
          {state.name === 'none' && (
            <Anchor
              size="sm"
              renderRoot={(root) => (
                <Link
                  to="/o/$organizationId/settings/canned-replies"
                  params={{ organizationId: organization.id }}
                  {...root}
                />
              )}
            >
              {texts.create}
            </Anchor>
          )}
        </p>
      </div>
    )
  }
  return (
    <div
      id={id}
      className={classes.menu}
      role="listbox"
      aria-label={texts.list}
      tabIndex={-1}
      // Keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {state.replies.map((reply, index) => (
        <button
          key={reply.id}
          type="button"
          id={`${id}-${reply.id}`}
          ref={index === position ? active : null}
          role="option"
          tabIndex={-1}
          aria-selected={index === position}
          className={classes.option}
          onClick={() => props.onPick(reply)}
        >
          <span className={classes.head}>
            <bdi className={classes.shortcut}>/{reply.shortcut}</bdi>
            <span className={classes.facts}>
              {reply.actions.flatMap((action) => actionText(action) ?? []).join(' · ')}
            </span>
            {reply.media.length > 0 && (
              <span className={classes.facts}>
                <IconPaperclip size={14} stroke={1.75} aria-hidden="true" />
                {texts.attachments(reply.media.length)}
              </span>
            )}
            {teamNameOf(reply) !== null && (
              <span className={classes.facts}>
                <IconUsers size={14} stroke={1.75} aria-hidden="true" />
                <bdi>{teamNameOf(reply)}</bdi>
              </span>
            )}
            {reply.visibility.type === 'personal' && (
              <span className={classes.facts}>
                <IconLock size={14} stroke={1.75} aria-hidden="true" />
                {texts.personalMark}
              </span>
            )}
          </span>
          <span className={classes.content} dir="auto">
            {reply.content}
          </span>
        </button>
      ))}
    </div>
  )
}
