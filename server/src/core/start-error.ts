/**
 * Something outside the program keeps it from starting, and the operator can put it right.
 * The message is one line (or one line a problem) that names the cause and the way out; `main.ts` prints
 * it alone, without a stack, and exits with 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}
