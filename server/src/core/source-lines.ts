import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'

/** Maps of the bundle take memory, so they are dropped again once no error has been logged for this long. */
const keepMapsMs = 60_000

const maps = new Map<string, SourceMap | null>()
let dropping: NodeJS.Timeout | undefined

/**
 * Names the source lines in a stack trace of the bundle; returns any other stack unchanged. Node's `--enable-source-maps` does the same, but
 * keeps 55 MiB of parsed maps (docs/decisions/server-bundle.md).
 */
export function sourceLines(stack: string): string {
  return stack.replaceAll(
    /(?:file:\/\/)?(\/[^\s()]+\.js):(\d+):(\d+)/g,
    (place, file: string, line, column) => {
      const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1)
      if (entry === undefined || !('originalSource' in entry) || !entry.originalSource) return place
      const source = path.resolve(path.dirname(file), entry.originalSource)
      return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    },
  )
}

function mapOf(file: string): SourceMap | null {
  clearTimeout(dropping)
  dropping = setTimeout(() => maps.clear(), keepMapsMs).unref()
  const known = maps.get(file)
  if (known !== undefined) return known
  const name = `${file}.map`
  const map = existsSync(name) ? new SourceMap(JSON.parse(readFileSync(name, 'utf8'))) : null
  maps.set(file, map)
  return map
}
