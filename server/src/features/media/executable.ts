import { extensionOf } from './file-name.ts'

/**
 * Executables are refused, because support agents open files from strangers: by name when the ticket is requested, by
 * content when the file is uploaded.
 */
export const isExecutableName = (name: string): boolean => executableExtensions.has(extensionOf(name))

/** Run on a double click by Windows; the last line by macOS and Linux. */
const executableExtensions = new Set(
  (
    'exe com scr pif bat cmd ps1 psm1 vb vbs vbe js jse ws wsc wsf wsh hta msc msi msp mst msix appx cpl lnk reg chm scf ' +
    'settingcontent-ms application gadget jar jnlp xll dll sys ' +
    'app command pkg mpkg dmg workflow sh run desktop appimage deb rpm apk'
  ).split(' '),
)

/** @param head the first `headBytes` of the file, or all of it */
export function isExecutableHead(head: Buffer): boolean {
  if (head[0] === 0x4d && head[1] === 0x5a) return !looksLikeText(head)
  if (shebang.test(head.toString('latin1', 0, 64))) return true
  return magics.some((magic) => head.subarray(0, magic.length).equals(magic))
}

/** Programs, installers and packages in file-type's terms. Without `x-msdownload`, which it reports for any text that begins with MZ. */
export const executableMimes: ReadonlySet<string> = new Set([
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
  'application/java-archive',
  'application/vnd.android.package-archive',
  'application/x-deb',
  'application/x-rpm',
  'application/x-ms-shortcut',
  'application/x-ft-apple.alias',
  'application/x-ms-regedit',
  'application/vnd.ms-htmlhelp',
  'application/x-google-chrome-extension',
  'application/x-xpinstall',
  'application/x-apple-diskimage',
])

/** `#! /bin/sh`, with or without a byte order mark; not Rust's `#![attribute]`. */
const shebang = /^(\xef\xbb\xbf)?#![ \t]*\//

const magics = [
  '7f454c46', // ELF
  'feedface', // Mach-O, 32 and 64 bits, either byte order
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe', // Mach-O for several machines, and Java classes
  'cafebabf',
  '6465780a', // Dalvik
  '4c0000000114020000000000c0000000', // Windows shortcut
].map((hex) => Buffer.from(hex, 'hex'))

/** A text may begin with "MZ" too; a DOS header has zero bytes right after it. */
const looksLikeText = (head: Buffer) => !head.subarray(0, 64).includes(0)

/** Installers are compound files, like old Word documents. The class id of the root entry distinguishes them. */
const installerClasses = ['84', '86', '82'].map((first) =>
  Buffer.from(`${first}100c0000000000c000000000000046`, 'hex'),
)
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** Detects an installer in a stream: the root entry may be anywhere in the file. */
export function createInstallerDetector(head: Buffer): { push(chunk: Buffer): void; found(): boolean } {
  const classId = Buffer.alloc(16)
  const at = rootClassOffset(head)
  let position = 0
  return {
    push(chunk) {
      const start = at - position
      position += chunk.length
      if (start < chunk.length && start + 16 > 0) {
        chunk.copy(classId, Math.max(0, -start), Math.max(0, start), Math.min(chunk.length, start + 16))
      }
    },
    found: () => installerClasses.some((installer) => installer.equals(classId)),
  }
}

function rootClassOffset(head: Buffer): number {
  if (head.length < 512 || !head.subarray(0, 8).equals(compoundFile)) return Infinity
  const sectorSize = 2 ** Math.min(12, head.readUInt16LE(0x1e))
  return (head.readUInt32LE(0x30) + 1) * sectorSize + 0x50
}
