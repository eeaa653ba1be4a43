import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Wrong arguments. parley.ts prints the message and how the command is used, and exits with 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * Node's `parseArgs` with a limit for arguments that are not options.
 * @throws {UsageError} when there are more, or an option is unknown, lacks its value or has one that it does not take
 */
export function readArguments<T extends Options>(
  words: string[],
  { max, options }: { max: number; options: T },
) {
  const config = { args: words, allowPositionals: true, options } as const
  // Not strict, because Node's own errors are not written for operators.
  const { tokens, positionals } = parseArgs({ ...config, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined
    if (type === undefined) throw new UsageError(`There is no option ${rawName}.`)
    if (type === 'boolean' && value !== undefined)
      throw new UsageError(`The option ${rawName} takes no value.`)
    // An option that follows is not the value.
    const hasValue = value !== undefined && (inlineValue || !/^-./.test(value))
    if (type === 'string' && !hasValue) throw new UsageError(`The option ${rawName} needs a value.`)
  }
  const extra = positionals[max]
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}".`)
  return parseArgs(config)
}
