import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Upload } from '@parley/client/sending/upload'
import type { Media } from '@parley/protocol/media'
import { channelCapabilities, type Channel } from '@parley/protocol/channel'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { mediaLimitsQuery } from '../../../queries/conversation-queries.ts'
import { fileSize } from '../../../ui/file-labels.ts'
import { changeWindowDraft, onWindowDrafts, windowDraft } from '../drafts/window-drafts.ts'

export interface Uploads {
  list: readonly Upload[]
  /** File types for the file dialog. */
  accept: string
  add: (files: Iterable<File>) => void
  /** Adds files that are being downloaded; the draft is not ready before. `files` must not reject. */
  addLater: (files: Promise<readonly File[]>) => Promise<void>
  remove: (upload: Upload) => void
  clear: () => void
  /** Uploaded media; null while a file is missing or its upload has failed. */
  ready: readonly Media[] | null
  /** A download or an upload is in progress. */
  busy: boolean
}

/** Attachments of a draft. `draftId`: as in `readDraft`. */
export function useUploads(
  follow: CustomerFollow,
  draftId: string,
  { provider_id: providerId, channel }: { provider_id: string; channel: Channel },
): Uploads {
  const texts = useTexts().inbox.conversation.uploads
  const locale = useLocale()
  const { embedded, maxAttachments, maxAttachmentBytes } = channelCapabilities[channel]
  const { data: limits } = useQuery({ ...mediaLimitsQuery(providerId), enabled: embedded })
  const maxBytes = Math.min(limits?.max_bytes ?? Infinity, maxAttachmentBytes ?? Infinity)
  const { uploads: list, fetching } = useSyncExternalStore(onWindowDrafts, () => windowDraft(draftId))
  const states = useUploadStates(list)

  const refuse = (message: string) => notifications.show({ color: 'red', message })

  const accepted = (before: readonly Upload[], files: Iterable<File>): readonly Upload[] => {
    const next = [...before]
    for (const file of files) {
      if (next.length >= maxAttachments) {
        refuse(texts.tooMany(maxAttachments))
        break
      }
      if (file.size === 0) refuse(texts.empty(file.name))
      else if (file.size > maxBytes) {
        refuse(texts.tooLarge(file.name, fileSize(maxBytes, locale)))
      } else next.push(follow.upload(file))
    }
    return next
  }

  const media = list.flatMap((upload) => {
    const state = upload.state.get()
    return state.name === 'done' ? [state.media] : []
  })
  return {
    list,
    accept: limits?.accept.join(',') ?? '',
    add: (files) => changeWindowDraft(draftId, ({ uploads }) => ({ uploads: accepted(uploads, files) })),
    async addLater(files) {
      changeWindowDraft(draftId, ({ fetching }) => ({ fetching: fetching + 1 }))
      const fetched = await files
      changeWindowDraft(draftId, ({ uploads, fetching }) => ({
        uploads: accepted(uploads, fetched),
        fetching: fetching - 1,
      }))
    },
    remove: (upload) => {
      upload.abort()
      changeWindowDraft(draftId, ({ uploads }) => ({ uploads: uploads.filter((each) => each !== upload) }))
    },
    clear: () => changeWindowDraft(draftId, () => ({ uploads: [] })),
    ready: fetching === 0 && media.length === list.length ? media : null,
    busy: fetching > 0 || states.some((name) => name === 'queued' || name === 'uploading'),
  }
}

/** Subscribes to the states of several uploads. */
function useUploadStates(list: readonly Upload[]): string[] {
  const names = useSyncExternalStore(
    (listener) => {
      const stops = list.map(({ state }) => state.subscribe(listener))
      return () => stops.forEach((stop) => stop())
    },
    () => list.map(({ state }) => state.get().name).join(' '),
  )
  return names.split(' ')
}
