import { readHead } from '../core/log-reader.ts'
import { mediaCommands, type MediaCommandDeps } from '../features/media/media-commands.ts'
import { mediaRoutes } from '../features/media/media-routes.ts'
import { createMediaSweep } from '../features/media/media-sweep.ts'
import { createMedia, type MediaFeature } from '../features/media/media.ts'
import { createStoreFile } from '../features/media/stored-file.ts'
import { agentOwner, isAgentOwner, visitorOf, widgetOwner } from '../features/media/upload-owner.ts'
import { defineFeature } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'

export interface MediaPorts {
  customers: { ofVisitor: (providerId: string, jkt: string) => Promise<{ id: string } | undefined> }
}

/** Uploads and downloads. */
export function composeMedia(infra: Infrastructure, { customers }: MediaPorts) {
  const { config, metrics } = infra
  const storing = {
    ...infra,
    maxBytes: config.mediaMaxBytes,
    onStored: (bytes: number) => metrics.uploadedBytes.inc(bytes),
    isAnonymous: (owner: string) => visitorOf(owner) !== null,
  }
  const media = createMedia({
    ...storing,
    async mayUpload({ owner, organizationId, customerId }) {
      if (isAgentOwner(owner)) return true
      const visitor = visitorOf(owner)
      // The ticket may be older than the visitor's first message.
      const id = customerId ?? (visitor && (await customers.ofVisitor(visitor.providerId, visitor.jkt))?.id)
      if (!id) return true
      const head = await readHead(infra, organizationId, id)
      return head?.may_write !== false
    },
  })
  return defineFeature({
    ...media,
    store: createStoreFile(storing),
    /** As the widget's settings state them. */
    uploadLimits: { max_bytes: config.mediaMaxBytes, accept: [] as string[] },
    widgetOwner,
    agentOwner,
    routes: (http) => mediaRoutes(http, { media, admitDownload: infra.admitDownload }),
    jobs: { 'sweep-media': { cron: '17 * * * *', run: createMediaSweep(infra) } },
  })
}

export interface MediaCommandPorts {
  media: MediaFeature
  customers: { find: MediaCommandDeps['findCustomer'] }
  conversations: { visibleMedia: MediaCommandDeps['visibleMedia'] }
  channels: { attachmentLimit: MediaCommandDeps['channelLimit'] }
}

export const composeMediaCommands = (
  _: Infrastructure,
  { media, customers, conversations, channels }: MediaCommandPorts,
) =>
  defineFeature(
    mediaCommands({
      media,
      findCustomer: customers.find,
      channelLimit: channels.attachmentLimit,
      visibleMedia: conversations.visibleMedia,
    }),
  )
