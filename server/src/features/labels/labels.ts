import { maxLabels, type Label, type LabelChange, type LabelInput } from '@parley/protocol/label'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { announceChange } from '../../core/organization-changes.ts'
import { createKeyedSemaphore } from '../../core/semaphore.ts'
import {
  countLabels,
  findLabel,
  insertLabel,
  listLabels,
  lockLabels,
  nameTaken,
  updateLabel,
} from './label-store.ts'

export type Labels = ReturnType<typeof createLabels>

/** Labels of an organization (docs/decisions/agent-workspace.md). */
export function createLabels({ db, bus, clock }: { db: Database; bus: Bus; clock: Clock }) {
  // Transactions that wait for the lock hold a connection: many at once would take all of them.
  const turns = createKeyedSemaphore(1)

  async function exclusively<T>(organizationId: string, work: (trx: Transaction) => Promise<T>): Promise<T> {
    const result = await turns.run(organizationId, () =>
      db.transaction().execute(async (trx) => {
        await lockLabels(trx, organizationId)
        return work(trx)
      }),
    )
    announceChange(bus, organizationId, 'labels')
    return result
  }

  return {
    list: (organizationId: string) => listLabels(db, organizationId),
    /** Archived ones too. */
    find: (organizationId: string, labelId: string) => findLabel(db, organizationId, labelId),
    /** Whether conversations can get the label. */
    isUsable: async (organizationId: string, labelId: string): Promise<boolean> =>
      (await findLabel(db, organizationId, labelId))?.archived_at === null,

    /** @throws AppError label_limit, label_name_taken */
    create: (organizationId: string, input: LabelInput): Promise<Label> =>
      exclusively(organizationId, async (trx) => {
        const label: Label = {
          id: newId(),
          name: nameOf(input.name),
          colour: input.colour,
          archived_at: null,
          created_at: timestamp(clock()),
        }
        if ((await countLabels(trx, organizationId)) >= maxLabels) throw new AppError('label_limit')
        if (await nameTaken(trx, organizationId, label.name, null)) throw nameTakenError()
        await insertLabel(trx, { ...label, organization_id: organizationId })
        return label
      }),

    /** @throws AppError not_found, label_name_taken */
    change: (
      organizationId: string,
      labelId: string,
      { name, colour, archived }: LabelChange,
    ): Promise<Label> =>
      exclusively(organizationId, async (trx) => {
        const known = await findLabel(trx, organizationId, labelId)
        if (!known) throw new AppError('not_found')
        const next = name === undefined ? known.name : nameOf(name)
        if (next !== known.name && (await nameTaken(trx, organizationId, next, labelId)))
          throw nameTakenError()
        return updateLabel(trx, labelId, {
          name: next,
          colour: colour ?? known.colour,
          ...(archived !== undefined && {
            archived_at: archived ? (known.archived_at ?? timestamp(clock())) : null,
          }),
        })
      }),
  }
}

const nameOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ')

const nameTakenError = () => new AppError('label_name_taken', { pointer: '/body/name' })
