/** Files one after the other in the format of POSIX.1-1988 (ustar), which every `tar` reads. */
import { BackupTrouble } from './trouble.ts'

const block = 512
/** Where each field begins, and how long it is. */
const fields = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  mtime: [136, 12],
  checksum: [148, 8],
  kind: [156, 1],
  magic: [257, 8],
} as const

type Kind = 'file' | 'folder'
type TarEntry = { readonly name: string; readonly kind: Kind; readonly content: Buffer }

function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`
}

function sumOf(header: Buffer): number {
  const [at, length] = fields.checksum
  return header.reduce((sum, byte, index) => sum + (index >= at && index < at + length ? 32 : byte), 0)
}

/** The blocks of one entry. */
export function tarEntry(name: string, kind: Kind, content: Uint8Array = new Uint8Array()): Buffer {
  if (Buffer.byteLength(name) > fields.name[1]) throw new BackupTrouble(`${name} is too long a name`)
  const header = Buffer.alloc(block)
  const put = (field: keyof typeof fields, text: string) => header.write(text, fields[field][0], 'latin1')
  header.write(name, 0)
  put('mode', octal(kind === 'file' ? 0o600 : 0o700, 8))
  put('uid', octal(0, 8))
  put('gid', octal(0, 8))
  put('size', octal(content.byteLength, 12))
  put('mtime', octal(0, 12))
  put('kind', kind === 'file' ? '0' : '5')
  put('magic', 'ustar\x0000')
  put('checksum', `${sumOf(header).toString(8).padStart(6, '0')}\0 `)
  const padding = (block - (content.byteLength % block)) % block
  return Buffer.concat([header, content, Buffer.alloc(padding)])
}

export function tarEnd(): Buffer {
  return Buffer.alloc(2 * block)
}

/** The entries of an archive as {@link tarEntry} writes them. Throws a {@link BackupTrouble} for anything else. */
export async function* tarEntries(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const take = taker(archive)
  for (;;) {
    const header = await take(block)
    if (header.every((byte) => byte === 0)) break
    const text = (field: keyof typeof fields) => {
      const [at, length] = fields[field]
      return header.toString('utf8', at, at + length).replace(/\0.*$/s, '')
    }
    if (Number.parseInt(text('checksum'), 8) !== sumOf(header))
      throw new BackupTrouble('an archive in it is damaged')
    const size = Number.parseInt(text('size'), 8)
    const padded = await take(Math.ceil(size / block) * block)
    yield {
      name: text('name'),
      kind: text('kind') === '5' ? 'folder' : 'file',
      content: padded.subarray(0, size),
    }
  }
  // To its end, so that whoever counts the bytes sees them all.
  await take(block)
}

/** Hands out so many bytes at a time of what comes in pieces of any length. */
function taker(archive: AsyncIterable<Uint8Array>) {
  const pieces = archive[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return async (count: number): Promise<Buffer> => {
    const taken: Uint8Array[] = []
    let missing = count
    while (missing > 0) {
      if (rest.byteLength === 0) {
        const { value, done } = await pieces.next()
        if (done) throw new BackupTrouble('an archive in it is cut short')
        rest = value
      }
      const part = rest.subarray(0, missing)
      rest = rest.subarray(part.byteLength)
      missing -= part.byteLength
      taken.push(part)
    }
    return Buffer.concat(taken)
  }
}
