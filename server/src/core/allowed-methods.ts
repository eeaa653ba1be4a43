import type { Http } from './http.ts'

/**
 * Returns the methods that an address takes, in alphabetical order; none for an address without a route. Fastify only
 * tells whether a method and an address together have a route. To be called before routes are added.
 */
export function collectMethods(http: Http): (path: string) => string[] {
  const patterns = new Map<string, { matches: RegExp; methods: Set<string> }>()
  http.addHook('onRoute', ({ url, method }) => {
    const known = patterns.get(url) ?? { matches: toRegExp(url), methods: new Set() }
    for (const one of [method].flat()) known.methods.add(one)
    patterns.set(url, known)
  })
  return (path) => {
    const found = new Set<string>()
    for (const { matches, methods } of patterns.values()) {
      if (matches.test(path)) for (const method of methods) found.add(method)
    }
    return [...found].sort()
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
