export const importKinds = [
  'labels',
  'canned_replies',
  'contacts',
  'conversations',
  'messages',
  'notes',
  'attachments',
] as const
export type ImportKind = (typeof importKinds)[number]

interface Counts {
  imported: number
  /** Were imported before. */
  known: number
  left_out: number
}

/** What was left out or changed, and why. Never content. */
export interface ImportProblem {
  kind: ImportKind
  /** Id at the source, or the file's name. */
  id: string
  reason: string
}

export type ImportReport = ReturnType<typeof createImportReport>

export function createImportReport() {
  const counts = Object.fromEntries(
    importKinds.map((kind) => [kind, { imported: 0, known: 0, left_out: 0 }]),
  ) as Record<ImportKind, Counts>
  const problems: ImportProblem[] = []
  const importedConversations = new Set<string>()
  const note = (kind: ImportKind, id: string | number, reason: string): void => {
    problems.push({ kind, id: String(id), reason })
  }
  return {
    counts,
    problems,
    /** Earlier imports may have left them out. */
    importedConversations,
    imported: (kind: ImportKind, count = 1): void => void (counts[kind].imported += count),
    known: (kind: ImportKind): void => void (counts[kind].known += 1),
    leftOut(kind: ImportKind, id: string | number, reason: string): void {
      counts[kind].left_out += 1
      note(kind, id, reason)
    },
    /** Imported, but not as it was. */
    changed: note,
  }
}

/** A table for the terminal, with the number of cases per reason. */
export function reportLines({ counts, problems }: Pick<ImportReport, 'counts' | 'problems'>): string[] {
  const reasons = new Map<string, number>()
  for (const { kind, reason } of problems) {
    const line = `${kind.replace('_', ' ')}: ${reason}`
    reasons.set(line, (reasons.get(line) ?? 0) + 1)
  }
  return [
    `${''.padEnd(16)}${'imported'.padStart(10)}${'before'.padStart(10)}${'left out'.padStart(10)}`,
    ...importKinds.map((kind) => {
      const { imported, known, left_out } = counts[kind]
      const cells = [imported, known, left_out].map((count) => String(count).padStart(10)).join('')
      return `${kind.replace('_', ' ').padEnd(16)}${cells}`
    }),
    ...[...reasons].map(([line, count]) => `${String(count).padStart(6)} x ${line}`),
  ]
}
