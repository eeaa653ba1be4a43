import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { CannedReply, CannedReplyInput, ReplyAction } from '@parley/protocol/canned-reply'
import { replyVariables, unknownVariable } from '@parley/protocol/canned-reply-variables'
import type { Visibility } from '@parley/protocol/visibility'
import { maxMessageLength } from '@parley/client/connection/wire-values'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import {
  cannedRepliesQuery,
  changeCannedReply,
  createCannedReply,
} from '../../queries/canned-reply-queries.ts'
import { changedFields } from '../../ui/changed-fields.ts'
import { differs } from '../../ui/draft.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useGoneProblem } from '../../ui/gone-marks.tsx'
import { useKeepAtSessionEnd } from '../../ui/keep-at-session-end.ts'
import { createKeptEdits } from '../../ui/kept-edits.ts'
import { useGoneInActions } from '../../ui/use-reply-action-text.ts'
import { VisibilityChoice } from '../../ui/visibility-choice.tsx'
import { ReplyActionFields } from './reply-action-fields.tsx'
import { endedUploads, ReplyFiles, storedFiles, useReplyFiles, type ReplyFile } from './reply-files.tsx'

/** As the protocol's `shortcutPattern`, whose module would bring its schemas. */
const shortcutForm = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,39}$/u

interface OpenReply {
  /** As it was opened; null: a new one. */
  reply: CannedReply | null
  /** What was typed before the session ended. */
  kept?: ReplyEdit
}

const keptReplies = createKeptEdits<OpenReply>()
const openForm = 'open'

/** The form that was open when the session ended. */
export const keptReply = (agentId: string): OpenReply | null => keptReplies(agentId).get(openForm) ?? null

/** Creates a reply, or edits one. */
export function ReplyForm({ reply, kept, onClose }: OpenReply & { onClose: () => void }) {
  const t = useTexts()
  const texts = t.inbox.replies
  const { organization, agent_id: agentId } = useMembership()
  const queryClient = useQueryClient()
  const [opened] = useState(() => openedForm(reply))
  const start = kept ?? opened
  const [shortcut, setShortcut] = useState(start.shortcut)
  const [content, setContent] = useState(start.content)
  const [visibility, setVisibility] = useState(start.visibility)
  const [actions, setActions] = useState(start.actions)
  const gone = useGoneInActions()(actions)
  const [firstGone] = gone
  const goneProblem = useGoneProblem()
  const files = useReplyFiles(organization.id, kept?.attached ?? storedFiles(reply?.media ?? []))
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  const edit = { shortcut, content, visibility, actions }
  const dirty = differs(opened, { ...edit, files: files.list.map(({ key }) => key) })
  const settle = useKeepAtSessionEnd(
    keptReplies(agentId),
    openForm,
    dirty ? { reply, kept: { ...edit, attached: endedUploads(files.list) } } : null,
  )
  const word = shortcut.trim().replace(/^\//, '').normalize('NFC')
  const unknown = unknownVariable(content)
  const shortcutProblem = shortcutForm.test(word) ? null : texts.page.shortcutInvalid
  const isEmpty = content.trim() === '' && files.list.length === 0
  const contentProblem =
    unknown === null ? (tried && isEmpty ? texts.page.contentMissing : null) : texts.page.unknown(unknown)

  const save = useMutation({
    mutationFn: (mediaIds: string[]) => {
      const input = { shortcut: word, content, visibility, actions: [...actions], media_ids: mediaIds }
      if (reply === null) return createCannedReply(organization.id, input)
      const opened = { ...reply, media_ids: reply.media.map(({ id }) => id) }
      return changeCannedReply(organization.id, reply.id, changedFields<CannedReplyInput>(opened, input))
    },
    onSuccess: async (saved) => {
      // Before the reload, which may find that the session has ended.
      settle()
      await queryClient.invalidateQueries({ queryKey: cannedRepliesQuery(organization.id).queryKey })
      notifications.show({ message: texts.page.saved(saved.shortcut) })
    },
  })

  const insert = (variable: string) => {
    const at = field.current?.selectionStart ?? content.length
    const text = `{{${variable}}}`
    // Synchronously: the next key may come before the next frame.
    flushSync(() =>
      setContent(content.slice(0, at) + text + content.slice(field.current?.selectionEnd ?? at)),
    )
    field.current?.focus()
    // Before the closing braces, where a fallback goes.
    field.current?.setSelectionRange(at + text.length - 2, at + text.length - 2)
  }

  return (
    <FormDialog
      title={reply === null ? texts.page.createTitle : texts.page.editTitle}
      size="lg"
      dirty={dirty}
      blocked={files.ready === null}
      error={save.error}
      problems={{ ...t.sharing.problems, ...texts.page.problems }}
      invalid={tried && firstGone !== undefined ? goneProblem(firstGone) : null}
      saveLabel={texts.page.save}
      isSaving={save.isPending}
      onSave={() => {
        setTried(true)
        const isComplete = shortcutProblem === null && !isEmpty && unknown === null && firstGone === undefined
        return isComplete && files.ready !== null
          ? save.mutateAsync(files.ready, { onSuccess: onClose })
          : undefined
      }}
      onClose={() => {
        settle()
        onClose()
      }}
    >
      <TextInput
        label={texts.page.shortcut}
        description={texts.page.shortcutHint}
        leftSection="/"
        maxLength={41}
        autoComplete="off"
        spellCheck={false}
        value={shortcut}
        onChange={(event) => setShortcut(event.currentTarget.value)}
        error={tried ? shortcutProblem : null}
        // Not in a restored form: a second Enter of the sign-in would save it.
        data-autofocus={kept === undefined || undefined}
      />
      <Textarea
        ref={field}
        label={texts.page.content}
        description={texts.page.fallbackHint}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={maxMessageLength}
        dir={content === '' ? undefined : 'auto'}
        value={content}
        onChange={(event) => setContent(event.currentTarget.value)}
        error={contentProblem}
      />
      <NativeSelect
        label={texts.page.insertVariable}
        data={[
          { value: '', label: '{{…}}' },
          ...replyVariables.map((value) => ({ value, label: texts.page.variables[value] })),
        ]}
        value=""
        onChange={({ currentTarget: { value } }) => value !== '' && insert(value)}
      />
      <VisibilityChoice
        saved={reply}
        label={texts.page.visibility}
        order={['organization', 'team', 'personal']}
        names={texts.page.visibilities}
        value={visibility}
        onChange={setVisibility}
      />
      <ReplyActionFields actions={actions} gone={gone} onChange={setActions} />
      <ReplyFiles files={files} />
    </FormDialog>
  )
}

interface ReplyFields {
  shortcut: string
  content: string
  visibility: Visibility
  actions: readonly ReplyAction[]
}

interface ReplyEdit extends ReplyFields {
  attached: readonly ReplyFile[]
}

interface OpenedForm extends ReplyFields {
  /** Stored files have their id as key. */
  files: string[]
}

const openedForm = (reply: CannedReply | null): OpenedForm => ({
  shortcut: reply?.shortcut ?? '',
  content: reply?.content ?? '',
  visibility: reply?.visibility ?? { type: 'organization' },
  actions: reply?.actions ?? [],
  files: reply?.media.map(({ id }) => id) ?? [],
})
