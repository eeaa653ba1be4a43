import { lazy } from './lazy.ts'

/** The allowed methods of every path. Fastify only reports whether a method and a path together have a route. */
export interface AllowedMethods {
  add(route: { url: string; method: string | string[] }): void
  /** Returns the methods in alphabetical order; empty for a path without a route. */
  of(path: string): string[]
}

export function createAllowedMethods(): AllowedMethods {
  const patterns = new Map<string, { matches: () => RegExp; methods: Set<string> }>()
  return {
    add({ url, method }) {
      const known = patterns.get(url) ?? { matches: lazy(() => toRegExp(url)), methods: new Set() }
      for (const one of [method].flat()) known.methods.add(one)
      patterns.set(url, known)
    },
    of(path) {
      const found = new Set<string>()
      for (const { matches, methods } of patterns.values()) {
        if (matches().test(path)) for (const method of methods) found.add(method)
      }
      return [...found].sort()
    },
  }
}

function toRegExp(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => {
      if (part === '*') return '.*'
      return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    })
    .join('/')
  return new RegExp(`^${source}$`)
}
