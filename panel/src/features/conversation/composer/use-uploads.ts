import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import type { CustomerFollow } from '@parley/client/session/customer-follow'
import type { Upload } from '@parley/client/sending/upload'
import type { Media } from '@parley/protocol/media'
import { channelCapabilities, type Channel } from '@parley/protocol/channel'
import { useTexts } from '../../../i18n/i18n.tsx'
import { useLocale } from '../../../i18n/use-locale.ts'
import { mediaLimitsQuery } from '../../../queries/conversation-queries.ts'
import { fileSize } from '../../../ui/file-labels.ts'

export interface Uploads {
  list: readonly Upload[]
  /** File types for the file dialog. */
  accept: string
  add: (files: Iterable<File>) => void
  remove: (upload: Upload) => void
  clear: () => void
  /** Adds the attachments of an undone message. */
  restore: (uploads: readonly Upload[]) => void
  /** Uploaded media; null while an upload is pending or failed. */
  ready: readonly Media[] | null
  /** An upload is in progress. */
  busy: boolean
}

/** Pending attachments by draft: uploads continue while another conversation is open. */
const waiting = new Map<string, readonly Upload[]>()

/** Stores attachments of an undone message for a composer that is not open. */
export function keepUploads(draftId: string, uploads: readonly Upload[]): void {
  if (uploads.length > 0) waiting.set(draftId, [...uploads, ...(waiting.get(draftId) ?? [])])
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
  const [list, setList] = useState(() => waiting.get(draftId) ?? [])
  const states = useUploadStates(list)

  const change = (next: readonly Upload[]) => {
    setList(next)
    if (next.length === 0) waiting.delete(draftId)
    else waiting.set(draftId, next)
  }
  const refuse = (message: string) => notifications.show({ color: 'red', message })

  const add = (files: Iterable<File>) => {
    const next = [...list]
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
    change(next)
  }

  const media = list.flatMap((upload) => {
    const state = upload.state.get()
    return state.name === 'done' ? [state.media] : []
  })
  return {
    list,
    accept: limits?.accept.join(',') ?? '',
    add,
    remove: (upload) => {
      upload.abort()
      change(list.filter((each) => each !== upload))
    },
    clear: () => change([]),
    restore: (uploads) => change([...uploads, ...list]),
    ready: media.length === list.length ? media : null,
    busy: states.some((name) => name === 'queued' || name === 'uploading'),
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
