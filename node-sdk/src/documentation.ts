import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Reads a page of docs/. */
export function readDocument(name: string) {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs', name), 'utf8')
  return {
    /** Code blocks in one language, in order. */
    blocksOf: (language: string): string[] =>
      [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, block]) =>
        found === language && block !== undefined ? [block] : [],
      ),

    /** Cells of the table whose first row begins with `header`, searched after `heading`. */
    tableAfter(header: string, heading = ''): string[][] {
      const from = text.indexOf(header, text.indexOf(heading))
      const lines = text.slice(from).split('\n').slice(2)
      const end = lines.findIndex((line) => !line.startsWith('|'))
      return lines.slice(0, end).map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    },
  }
}

export const { blocksOf, tableAfter } = readDocument('webhooks.md')

/** The shape of a value: its field names, and the kind of each field (id, time, number ...). */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
  if (typeof value !== 'string') return value === null ? 'null' : typeof value
  const form = forms.find(([, pattern]) => pattern.test(value))
  return form?.[0] ?? 'text'
}

const forms: [string, RegExp][] = [
  ['id', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
  ['time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/],
  [
    'link to messages',
    /^https:\/\/[^/]+\/v1\/public\/webhook\/conversations\/[^/]+\/messages\?_expiration=\d{10}&_hash=[\w-]{43}$/,
  ],
  [
    'link to media',
    /^https:\/\/[^/]+\/v1\/public\/media\/[^/]+\/[^/?]+\?_expiration=\d{10}&_hash=[\w-]{43}$/,
  ],
  [
    'link to a recording',
    /^https:\/\/[^/]+\/v1\/public\/recordings\/[^/]+\/[^/?]+\?_expiration=\d{10}&_hash=[\w-]{43}$/,
  ],
  ['language', /^[a-z]{2}$/],
  ['country', /^[A-Z]{2}$/],
]
