/**
 * A problem that prevents the start and that the operator can fix. The message is one line per problem and names the cause
 * and the fix. `main.ts` prints it without a stack and exits with 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}
