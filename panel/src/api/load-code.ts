import { ApiProblem } from './api-problem.ts'
import { isReachable } from './is-reachable.ts'

/** Vite requests a style sheet only once: after a failure, the next import would run without it. */
const failedStyles = new Set<HTMLLinkElement>()
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  },
  true,
)

/** Shared by pages that load at the same time: each of them may need the same style sheet. */
let retry: Promise<void> | null = null

async function retryFailedStyles(): Promise<void> {
  const links = [...failedStyles]
  failedStyles.clear()
  await Promise.all(
    links.map((link) => {
      const next = link.cloneNode() as HTMLLinkElement
      const { promise, resolve } = Promise.withResolvers<unknown>()
      next.addEventListener('load', resolve)
      next.addEventListener('error', resolve)
      link.replaceWith(next)
      return promise
    }),
  )
}

/**
 * Code that is downloaded when needed, with its style sheets. Can be called again after a failure.
 * @throws {ApiProblem} `network` while the panel cannot be reached
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  retry ??= retryFailedStyles().finally(() => (retry = null))
  await retry
  // While the panel can be reached, the rest are of a build that is no longer kept: they must not block other pages.
  if (failedStyles.size > 0 && !(await isReachable())) throw new ApiProblem('network')
  try {
    return await load()
  } catch (error) {
    if (!(await isReachable())) throw new ApiProblem('network', { cause: error })
    throw isMissingStyle(error) ? asMissingModule(error) : error
  }
}

const isMissingStyle = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith('Unable to preload CSS')

/** For a missing module the router reloads the panel, as after an upgrade. It recognizes the browser's message. */
const asMissingModule = (cause: Error) =>
  new Error(`Failed to fetch dynamically imported module: ${cause.message}`, { cause })
