export type PasswordHashing = {
  hash: (password: string) => Promise<string>
  verify: (attempt: { password: string; hash: string }) => Promise<boolean>
}
