import type { Label, LabelInput } from '@parley/protocol/label'
import { AppError } from '../../core/app-error.ts'
import type { ImportReport } from './import-report.ts'
import type { ImportPorts } from './ports.ts'

export interface LabelBook {
  /** The label with this name, created if there is none; undefined: it cannot be created. */
  ensure(label: LabelInput): Promise<Label | undefined>
}

/** Labels by name. Each is created and reported once. */
export async function createLabelBook(
  ports: Pick<ImportPorts, 'listLabels' | 'createLabel'>,
  { organizationId, dryRun }: { organizationId: string; dryRun: boolean },
  report: ImportReport,
): Promise<LabelBook> {
  const keyOf = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').toLowerCase()
  const existing = new Map(
    (await ports.listLabels(organizationId)).map((label) => [keyOf(label.name), label]),
  )
  const resolved = new Map<string, Promise<Label | undefined>>()

  async function resolve(input: LabelInput): Promise<Label | undefined> {
    const known = existing.get(keyOf(input.name))
    if (known !== undefined) {
      report.known('labels')
      return known
    }
    if (dryRun) {
      report.imported('labels')
      return undefined
    }
    try {
      const label = await ports.createLabel(organizationId, input)
      report.imported('labels')
      return label
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      report.leftOut('labels', input.name.slice(0, 40), error.code)
      return undefined
    }
  }

  return {
    ensure(input) {
      const key = keyOf(input.name)
      const label = resolved.get(key) ?? resolve(input)
      resolved.set(key, label)
      return label
    },
  }
}
