import { ApiProblem } from './api-problem.ts'
import { isReloadable } from './is-reachable.ts'

// Vite requests a style sheet again only if its link is gone: after a failure, the next import would run without it.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
  },
  true,
)

/**
 * Code that is downloaded when needed, with its style sheets. Can be called again after a failure.
 * @throws {ApiProblem} `network` while a reload would lose the panel
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!(await isReloadable())) throw new ApiProblem('network', { cause: error })
    throw isMissingStyle(error) ? asMissingModule(error) : error
  }
}

const isMissingStyle = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith('Unable to preload CSS')

/** For a missing module the router reloads the panel, as after an upgrade. It recognizes the browser's message. */
const asMissingModule = (cause: Error) =>
  new Error(`Failed to fetch dynamically imported module: ${cause.message}`, { cause })
