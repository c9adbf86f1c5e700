/**
 * A file store that encrypts its files. Each file has its own key, which encrypts its content in pieces (AES-256-GCM). The installation's
 * secret seals that key. When the secret is replaced, only the head of a file changes, not its content.  Format of a sealed file: 8 bytes
 * identify the format, 6 the sealing key, 60 are the sealed file key, then the pieces follow. A piece has 65,536 bytes of content (the last
 * one has the rest) and a tag of 16 bytes. Its nonce contains its number and whether it is the last one, and the file store's key of the
 * file is authenticated with it. Pieces therefore cannot be exchanged, repeated, left out or moved to another file.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { createSealer } from '../../platform/security/seal.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { type FileStore, type SealedFileStore, UnreadableFileError } from '../../ports/files.ts'

const format = Buffer.from('\0MPSEAL1', 'latin1')
const nameBytes = 6
const sealedKeyBytes = 60
const headBytes = format.length + nameBytes + sealedKeyBytes
const pieceBytes = 65_536
const tagBytes = 16

export function createSealedFiles(inner: FileStore, secrets: Secrets): SealedFileStore {
  const sealer = createSealer(secrets, 'files')
  const keyName = Buffer.from(sealer.id, 'hex')
  const readHead = (fileKey: Uint8Array, key: string) =>
    Buffer.concat([format, keyName, sealer.seal(fileKey, key)])

  async function put(key: string, content: Uint8Array | Readable) {
    const hash = createHash('sha256')
    const size = { bytes: 0 }
    async function* counted() {
      for await (const piece of content instanceof Uint8Array ? [content] : content) {
        const chunk = toBytes(piece)
        hash.update(chunk)
        size.bytes += chunk.byteLength
        yield chunk
      }
    }
    const fileKey = randomBytes(32)
    await inner.put(key, Readable.from(encrypted(readHead(fileKey, key), counted(), fileKey, key)))
    return { bytes: size.bytes, sha256: new Uint8Array(hash.digest()) }
  }

  return {
    put,
    remove: inner.remove,
    read: async (key) => {
      const stored = await openStored(inner, key)
      if (stored === null) return null
      const { head, rest, close } = stored
      if (!isSealed(head)) return closing(joined(head, rest), close)
      const fileKey = sealer.open(head.subarray(format.length + nameBytes), key)
      if (fileKey === null) {
        close()
        throw new UnreadableFileError('files: sealed under a secret that is not known, or changed')
      }
      return closing(decrypted(rest, fileKey, key), close)
    },
    keyId: sealer.id,
    renew: async (key) => {
      const stored = await openStored(inner, key)
      if (stored === null) return 'missing'
      const { head, rest, close } = stored
      try {
        if (!isSealed(head)) {
          await put(key, closing(joined(head, rest), close))
          return 'renewed'
        }
        if (keyName.equals(head.subarray(format.length, format.length + nameBytes))) return 'current'
        const fileKey = sealer.open(head.subarray(format.length + nameBytes), key)
        if (fileKey === null) return 'unreadable'
        // The content stays unchanged: only its key is sealed again under the current secret.
        await inner.put(key, closing(joined(readHead(fileKey, key), rest), close))
        return 'renewed'
      } finally {
        close()
      }
    },
  }
}

function isSealed(head: Buffer): boolean {
  return head.length === headBytes && head.subarray(0, format.length).equals(format)
}

type Chunks = AsyncGenerator<Buffer, void, undefined>

/** Returns a stream of the generator's chunks. It closes the stored file whenever the stream ends, even unread. */
function closing(content: AsyncGenerator<Buffer>, close: () => void): Readable {
  return Readable.from(content).once('close', close)
}

async function openStored(inner: FileStore, key: string) {
  const content = await inner.read(key)
  if (content === null) return null
  async function* chunks(stream: Readable): Chunks {
    for await (const chunk of stream) yield Buffer.from(toBytes(chunk))
  }
  const incoming = chunks(content)
  let head: Buffer = Buffer.alloc(0)
  while (head.length < headBytes) {
    const { done, value } = await incoming.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const close = (): void => {
    content.destroy()
  }
  return { head: head.subarray(0, headBytes), rest: joined(head.subarray(headBytes), incoming), close }
}

async function* joined(first: Buffer, rest: Chunks): Chunks {
  if (first.length > 0) yield first
  yield* rest
}

function toBytes(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece
  if (typeof piece === 'string') return Buffer.from(piece)
  throw new Error('files: a stream of bytes was expected')
}

async function* splitPieces(chunks: AsyncIterable<Uint8Array>, length: number) {
  let waiting: Uint8Array[] = []
  let held = 0
  for await (const chunk of chunks) {
    waiting.push(chunk)
    held += chunk.byteLength
    // One piece is held back: only the end of the file shows whether it is the last one.
    if (held <= length) continue
    const all = Buffer.concat(waiting)
    let start = 0
    for (; all.length - start > length; start += length)
      yield { bytes: all.subarray(start, start + length), isLast: false }
    waiting = [all.subarray(start)]
    held = all.length - start
  }
  yield { bytes: Buffer.concat(waiting), isLast: true }
}

function makeNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

async function* encrypted(head: Buffer, content: AsyncIterable<Uint8Array>, fileKey: Buffer, key: string) {
  yield head
  let number = 0
  for await (const { bytes, isLast } of splitPieces(content, pieceBytes)) {
    const cipher = createCipheriv('aes-256-gcm', fileKey, makeNonce(number, isLast)).setAAD(Buffer.from(key))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    number += 1
  }
}

async function* decrypted(rest: Chunks, fileKey: Buffer, key: string): Chunks {
  let number = 0
  for await (const { bytes, isLast } of splitPieces(rest, pieceBytes + tagBytes)) {
    const clear = openPiece(bytes, fileKey, makeNonce(number, isLast), key)
    if (clear.length > 0) yield clear
    number += 1
  }
}

/** Decrypts a piece. Throws if it was changed: the pieces before it were authentic, and the stream ends with the error. */
function openPiece(piece: Buffer, fileKey: Buffer, nonce: Buffer, key: string): Buffer {
  if (piece.length < tagBytes) throw new UnreadableFileError('files: the file ends too early')
  const text = piece.subarray(0, piece.length - tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(key))
    .setAuthTag(piece.subarray(piece.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(text), decipher.final()])
  } catch (cause) {
    throw new UnreadableFileError('files: the content was changed', { cause })
  }
}
