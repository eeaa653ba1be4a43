import type { Config } from '../config.ts'
import { createLocalBus } from '../core/bus/bus.ts'
import { systemClock } from '../core/clock.ts'
import type { Database } from '../core/database.ts'
import type { FileStorage } from '../core/storage/file-storage.ts'
import { findActiveAgentByEmail, findFace, holdActiveAgents } from '../features/agents/agent-store.ts'
import { createCannedReplies } from '../features/canned-replies/canned-replies.ts'
import { previewCreation } from '../features/canned-replies/preview-creation.ts'
import { writeImportedConversation } from '../features/conversations/imported-conversations.ts'
import { findOpenRival } from '../features/conversations/open-rival.ts'
import { insertImportedCustomer } from '../features/customers/imported-customers.ts'
import type { ImportPorts } from '../features/imports/ports.ts'
import { createLabels } from '../features/labels/labels.ts'
import { attachUploads } from '../features/media/attach-uploads.ts'
import { isExecutableName } from '../features/media/executable.ts'
import { cleanFileName } from '../features/media/file-name.ts'
import { createStoreFile } from '../features/media/stored-file.ts'
import { insertNote } from '../features/notes/note-store.ts'
import { updateClocksAfterImport } from '../features/sla/sla-store.ts'
import { saveStated } from '../features/visitor-context/attribute-store.ts'

/** Composes what an import needs of the features. Running processes receive no hints: panels show imported history when they load it. */
export function createImportPorts(db: Database, storage: FileStorage, config: Config): ImportPorts {
  const clock = systemClock
  const bus = createLocalBus((error) => {
    throw error
  })
  const labels = createLabels({ db, bus, clock })
  const replies = createCannedReplies({
    db,
    bus,
    clock,
    attachMedia: async () => 'media_unknown',
    releaseMedia: async () => undefined,
    // Imported replies have no actions.
    usableLabels: async () => new Set(),
    teams: async () => new Set(),
  })
  const storeFile = createStoreFile({
    db,
    storage,
    clock,
    maxBytes: config.mediaMaxBytes,
    onStored: () => {},
  })
  return {
    db,
    now: clock,
    maxFileBytes: config.mediaMaxBytes,
    isExecutableName: (name) => isExecutableName(cleanFileName(name)),
    async findAgent(organizationId, email) {
      const agent = await findActiveAgentByEmail(db, organizationId, email)
      return agent && findFace(db, organizationId, agent.id)
    },
    holdActive: holdActiveAgents,
    listLabels: labels.list,
    createLabel: labels.create,
    createCannedReply: (organizationId, reply) =>
      replies.create(
        { organizationId, agentId: null, role: 'admin', teams: [] },
        { ...reply, visibility: { type: 'organization' } },
      ),
    previewCannedReplies: (organizationId) => previewCreation(db, organizationId),
    insertCustomer: insertImportedCustomer,
    updateSla: (organizationId) => updateClocksAfterImport(db, organizationId),
    saveAttributes: saveStated,
    writeConversation: writeImportedConversation,
    previewRival: async (customerId, startedAt) =>
      (await findOpenRival(db, customerId, startedAt))?.rival ?? null,
    insertNote: (trx, place, note) =>
      insertNote(trx, {
        ...note,
        organization_id: place.organizationId,
        customer_id: place.customerId,
        conversation_id: place.conversationId,
        seq: place.seq,
        agent_id: note.author.id,
      }),
    storeFile,
    attachFiles: attachUploads,
  }
}
