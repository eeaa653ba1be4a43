import { installPackages, isDebian, isRoot } from './debian-package.ts'
import { isExecutable, onPath } from './executables.ts'

const findDovecot = (): string | undefined => [...onPath(['dovecot']), '/usr/sbin/dovecot'].find(isExecutable)

/** Runs before the integration tests, one of which reads a mailbox of Dovecot: finds it, or installs Debian's package as root on Debian. */
if (findDovecot() === undefined && isDebian() && isRoot) installPackages('Dovecot', ['dovecot-imapd'])
const found = findDovecot()
console.log(
  found === undefined
    ? 'NOT TESTED: a mailbox of Dovecot. Install it (Debian and Ubuntu: apt-get install dovecot-imapd; macOS: brew install dovecot).'
    : `Integration tests use Dovecot at ${found}`,
)
