import { randomBytes } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from '../../core/error-code.ts'
import { StartError } from '../../core/start-error.ts'
import { exportFiles, type ChatwootExport } from './chatwoot-export.ts'
import { listOf, objectOf, type Json } from './chatwoot-values.ts'
import { importKinds, type ImportProblem, type ImportReport } from './import-report.ts'

export interface ReportFile {
  path: string
  /** Synchronous: it is also called when the process exits. @throws StartError when the directory cannot be written */
  save(): void
  /** Saves, unless the file has become so large that this would slow the import down. */
  saveProgress(): void
}

/** Saving takes at most one part in so many of an import's time. */
const timePerSave = 20

/**
 * The report in the directory of an export. Imports that were interrupted imported conversations which later ones skip, so it keeps
 * the problems of earlier imports into the same organization, but not those of dry runs.
 */
export async function openReportFile(
  source: ChatwootExport,
  run: { organizationId: string; dryRun: boolean; report: ImportReport },
): Promise<ReportFile> {
  const { organizationId, dryRun, report } = run
  const earlier = earlierProblems(await source.report(), organizationId)
  const place = path.join(source.directory, exportFiles.report)
  let nextSaveAt = 0
  function save(): void {
    const startedAt = performance.now()
    const found = new Set(report.problems.map(keyOf))
    const isCurrent = ({ kind, id }: ImportProblem) =>
      kind !== 'conversations' || !report.importedConversations.has(id)
    const content = {
      dry_run: dryRun,
      organization_id: organizationId,
      counts: report.counts,
      problems: report.problems,
      earlier_problems: [...earlier]
        .filter(([key, problem]) => !found.has(key) && isCurrent(problem))
        .map(([, problem]) => problem),
    }
    replaceFile(place, JSON.stringify(content, null, 2))
    const endedAt = performance.now()
    nextSaveAt = endedAt + timePerSave * (endedAt - startedAt)
  }
  return {
    path: place,
    save,
    saveProgress() {
      if (performance.now() >= nextSaveAt) save()
    },
  }
}

const keyOf = ({ kind, id, reason }: ImportProblem): string => JSON.stringify([kind, id, reason])

/** A report is part of the export and may contain anything. */
function earlierProblems(
  found: Awaited<ReturnType<ChatwootExport['report']>>,
  organizationId: string,
): Map<string, ImportProblem> {
  const file = 'value' in found ? objectOf(found.value) : undefined
  if (file?.['organization_id'] !== organizationId) return new Map()
  const known = [
    ...listOf(file['earlier_problems']),
    ...(file['dry_run'] === false ? listOf(file['problems']) : []),
  ]
  return new Map(known.flatMap(problemOf).map((problem) => [keyOf(problem), problem]))
}

function problemOf({ kind, id, reason }: Json): ImportProblem[] {
  const knownKind = importKinds.find((each) => each === kind)
  if (knownKind === undefined || typeof id !== 'string' || typeof reason !== 'string') return []
  return [{ kind: knownKind, id, reason }]
}

/** By renaming: a link in an export must not choose what is overwritten, and an interruption leaves the earlier file. */
function replaceFile(place: string, content: string): void {
  const draft = `${place}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(draft, content, { flag: 'wx', mode: 0o600 })
    renameSync(draft, place)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new StartError(
      `The report ${place} cannot be written (${errorCode(cause) ?? String(cause)}). Correct this and run the command again.`,
      { cause },
    )
  }
}
