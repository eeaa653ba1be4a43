import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { freePort } from '../core/free-port.ts'

/** Debian installs it outside the default PATH of users. */
const candidates = ['dovecot', '/usr/sbin/dovecot']

/** Path of Dovecot; undefined if it is not installed. */
export const dovecotProgram = candidates.find((program) => spawnSync(program, ['--version']).status === 0)

const idOf = (option: '-u' | '-g', user: string): number =>
  Number(spawnSync('id', [option, user], { encoding: 'utf8' }).stdout.trim())

/** As root, Dovecot drops its rights to users of the package; mailboxes never belong to root. */
function accounts() {
  const { username, uid, gid } = userInfo()
  if (uid !== 0) return { inner: username, login: username, uid, gid }
  return { inner: 'dovecot', login: 'dovenull', uid: idOf('-u', 'mail'), gid: idOf('-g', 'mail') }
}

/** Starts Dovecot's IMAP server on 127.0.0.1 with one mailbox (Maildir), in a temporary folder. The password has no spaces. */
export async function startDovecot(program: string, login: { user: string; password: string }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'dovecot-'))
  const { inner, login: loginUser, uid, gid } = accounts()
  const port = await freePort(0)
  const maildir = path.join(folder, 'mail')
  const folders = [maildir, ...['cur', 'new', 'tmp'].map((name) => path.join(maildir, name))]
  // Processes of other users enter it.
  await chmod(folder, 0o755)
  for (const each of folders) {
    await mkdir(each)
    await chown(each, uid, gid)
  }
  const settings = path.join(folder, 'dovecot.conf')
  await writeFile(
    settings,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = ${inner}
default_login_user = ${loginUser}
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${maildir}
passdb {
  driver = static
  args = user=${login.user} password={PLAIN}${login.password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`,
  )
  const child = spawn(program, ['-F', '-c', settings], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const ended = once(child, 'exit')
  await untilItListens(
    port,
    ended,
    async () => `${output}${await readFile(`${folder}/log`, 'utf8').catch(() => '')}`,
  )

  let delivered = 0
  return {
    port,
    ...login,
    /** As a delivery agent does: written beside the new mails, then moved among them. */
    async deliver(source: string | Buffer): Promise<void> {
      delivered += 1
      const name = `${Date.now()}.${delivered}.test`
      const file = path.join(maildir, 'tmp', name)
      await writeFile(file, source)
      await chown(file, uid, gid)
      await rename(file, path.join(maildir, 'new', name))
    },
    /** With their flags: Maildir keeps them in the names. */
    maildir,
    async stop(): Promise<void> {
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function untilItListens(
  port: number,
  ended: Promise<unknown>,
  reason: () => Promise<string>,
): Promise<void> {
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  for (let attempt = 0; attempt < 400; attempt += 1) {
    if (hasEnded) break
    const socket = connect(port, '127.0.0.1')
    const isUp = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`Dovecot did not start: ${await reason()}`)
}
