import { readFileSync } from 'node:fs'
import type { OpenAPIV3_1 } from 'openapi-types'
import type { Http } from '../core/http.ts'
import { snapshotFile } from '../openapi-snapshot.ts'

type Operations = Record<string, OpenAPIV3_1.OperationObject | undefined>

let described: Record<string, Operations | undefined> | undefined

/**
 * Returns a function that throws if an operation has responded with an error whose status, or whose code if it is a problem, is not
 * declared in docs/openapi.json.
 */
export function watchResponses(http: Http): () => void {
  described ??= (JSON.parse(readFileSync(snapshotFile, 'utf8')) as { paths: Record<string, Operations> })
    .paths
  const paths = described
  const undeclared = new Set<string>()
  http.addHook('onSend', async (request, reply, payload) => {
    const path = (request.routeOptions.url ?? '').replaceAll(/:(\w+)/g, '{$1}')
    const operation = paths[path]?.[request.method.toLowerCase()]
    if (operation === undefined || reply.statusCode < 400) return
    const declared = operation.responses?.[reply.statusCode] as OpenAPIV3_1.ResponseObject | undefined
    const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json')
    const code = (isProblem && /"code":"(\w+)"/.exec(String(payload))?.[1]) || ''
    if (declared === undefined || !declared.description.includes(code))
      undeclared.add(`${request.method} ${path} ${reply.statusCode} ${code}`)
  })
  return () => {
    if (undeclared.size > 0)
      throw new Error(`Errors that api-errors.ts does not declare: ${[...undeclared].join(', ')}`)
  }
}
