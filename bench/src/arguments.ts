import { parseArgs } from 'node:util'

export interface BenchOptions {
  /** Shorter rounds, to check that everything runs; the figures are not meaningful. */
  quick: boolean
  /** Parts of a benchmark; empty for all. */
  only: string[]
  /** C3: how often the page is reloaded. */
  reloads: number | undefined
}

/** `npm run bench -- chat --only B1,B3 --quick` */
export function readArguments(args: string[]): { name: string; options: BenchOptions } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      reloads: { type: 'string' },
    },
  })
  return {
    name: positionals[0] ?? '',
    options: {
      quick: values.quick,
      only: values.only.split(',').filter((part) => part !== ''),
      reloads: values.reloads === undefined ? undefined : Number(values.reloads),
    },
  }
}
