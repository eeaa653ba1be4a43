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
  if (failedStyles.size > 0) throw new Error('Style sheets could not be loaded')
}

/**
 * Code that is downloaded when needed, with its style sheets. Can be called again after a failure.
 * @throws {ApiProblem} `network` while the panel cannot be reached
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    retry ??= retryFailedStyles().finally(() => (retry = null))
    await retry
    return await load()
  } catch (error) {
    throw (await isReachable()) ? error : new ApiProblem('network', { cause: error })
  }
}
